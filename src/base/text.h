/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * text.h: a string that grows.
 *
 * Errors:  a text that ran out of memory stays as it was and says so by `failed`, to be looked at
 *          once, at the end
 * Memory:  the structure is the caller's storage, zeroed at first; ordo_text_done frees it,
 *          ordo_text_take hands the malloc'ed string over
 * Threads: one text, one thread at a time
 */
#ifndef ORDO_TEXT_H
#define ORDO_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct ordo_text {
    char *bytes; /* NUL-terminated; NULL while empty */
    size_t n, capacity;
    bool failed;
};

void ordo_text_add(struct ordo_text *t, const char *s);
void ordo_text_add_bytes(struct ordo_text *t, const char *s, size_t n);
void ordo_text_add_number(struct ordo_text *t, uint64_t number);
void ordo_text_print(struct ordo_text *t, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* One word of a command line, in single quotes when a shell would not take it as it is. */
void ordo_text_add_quoted(struct ordo_text *t, const char *word);

void ordo_text_clear(struct ordo_text *t);
void ordo_text_done(struct ordo_text *t);

/* The string, owned by the caller ("" if nothing was added), t empty again. NULL when it failed. */
char *ordo_text_take(struct ordo_text *t);

/* A string of its own, owned by the caller; without memory the process ends, as with words.h. */
char *ordo_text_format(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
