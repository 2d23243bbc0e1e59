/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * text.h: a growing string.
 *
 * Memory:  the structure is the caller's and starts zeroed; ordo_text_done frees its contents,
 *          ordo_text_take hands over the malloc'ed string
 * Threads: one thread at a time may use a text
 */
#ifndef ORDO_TEXT_H
#define ORDO_TEXT_H

#include <stddef.h>
#include <stdint.h>

struct ordo_text {
    char *bytes; /* NUL-terminated; NULL while empty */
    size_t n, capacity;
};

void ordo_text_add(struct ordo_text *t, const char *s);
void ordo_text_add_bytes(struct ordo_text *t, const char *s, size_t n);
void ordo_text_add_number(struct ordo_text *t, uint64_t number);
void ordo_text_print(struct ordo_text *t, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Adds one word of a command line, in single quotes if a shell would change it otherwise. */
void ordo_text_add_quoted(struct ordo_text *t, const char *word);

/* Returns how many bytes the UTF-8 character at p has; 0: the bytes there are no such character. */
size_t ordo_text_character(const void *p);

void ordo_text_clear(struct ordo_text *t);
void ordo_text_done(struct ordo_text *t);

/* Returns the string ("" if nothing was added), which the caller owns, and empties t. */
char *ordo_text_take(struct ordo_text *t);

/* Returns a formatted string that the caller frees. */
char *ordo_text_format(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
