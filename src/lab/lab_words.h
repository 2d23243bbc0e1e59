/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * lab_words.h: a reader of 64-bit words, of a map or a result (abi/lab_protocol.h).
 *
 * Errors:  `bad` is set at the first missing or invalid word; all later reads return 0
 * Memory:  borrowed
 * Threads: pure
 */
#ifndef ORDO_LAB_WORDS_H
#define ORDO_LAB_WORDS_H

#include "base/arena.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct ordo_lab_words {
    const uint64_t *v;
    size_t n, at;
    bool bad;
};

uint64_t ordo_lab_words_next(struct ordo_lab_words *w);

/* Reads a number of things that take at least one word each. */
size_t ordo_lab_words_count(struct ordo_lab_words *w);

/* Returns a string's bytes, inside the words. */
const unsigned char *ordo_lab_words_bytes(struct ordo_lab_words *w, size_t *n);

/* Returns a copy of a string. */
char *ordo_lab_words_string(struct ordo_lab_words *w, struct ordo_arena *arena);

#endif
