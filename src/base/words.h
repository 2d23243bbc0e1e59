/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * words.h: a growing list of strings, NULL-terminated like argv.
 *
 * Shapes:  v[n] is NULL; an empty list has v == NULL or v[0] == NULL
 * Memory:  the list owns copies of its strings
 * Threads: pure except for the caller's struct
 */
#ifndef ORDO_WORDS_H
#define ORDO_WORDS_H

#include <stdarg.h>
#include <stddef.h>

struct ordo_words {
    char **v;
    size_t n, capacity;
};

/* Append a copy of `word`, of `length` bytes of it, or a formatted string. */
void ordo_words_add(struct ordo_words *w, const char *word);
void ordo_words_add_bytes(struct ordo_words *w, const char *word, size_t length);
void ordo_words_addf(struct ordo_words *w, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Appends the parts of `text` between separators, without empty ones. */
void ordo_words_add_split(struct ordo_words *w, const char *text, char separator);

/* Returns all words joined by `separator`; the caller frees the string. */
char *ordo_words_join(const struct ordo_words *w, const char *separator);

/* Returns 1 if `word` is in the list, else 0. */
int ordo_words_find(const struct ordo_words *w, const char *word);

void ordo_words_done(struct ordo_words *w);

#endif
