/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * lab_words.h: 64-bit words yet to be read, of a map or a result (abi/lab_protocol.h).
 *
 * Errors:  `bad` from the first word on that is not there or cannot be; what is read then is 0
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

/* A number of things that take at least a word each. */
size_t ordo_lab_words_count(struct ordo_lab_words *w);

/* A string's bytes, in the words. */
const unsigned char *ordo_lab_words_bytes(struct ordo_lab_words *w, size_t *n);

/* A string of its own; NULL when memory is out. */
char *ordo_lab_words_string(struct ordo_lab_words *w, struct ordo_arena *arena);

#endif
