/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * words.h: a growing list of strings, NULL-terminated like argv.
 *
 * Shapes:  v[n] is NULL; an empty list has v == NULL or v[0] == NULL
 * Memory:  the list owns copies of its strings; a failed allocation ends the program by abort(),
 *          for lists are command lines, a few kilobytes
 * Threads: pure but for the caller's struct
 */
#ifndef ORDO_WORDS_H
#define ORDO_WORDS_H

#include <stdarg.h>
#include <stddef.h>

struct ordo_words {
    char **v;
    size_t n, capacity;
};

/* A copy of `word`, or of `length` bytes of it, or what the format makes, as the last one. */
void ordo_words_add(struct ordo_words *w, const char *word);
void ordo_words_add_bytes(struct ordo_words *w, const char *word, size_t length);
void ordo_words_addf(struct ordo_words *w, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The parts of `text` between the separators, empty ones left out. */
void ordo_words_add_split(struct ordo_words *w, const char *text, char separator);

/* All words joined by `separator`; the caller frees it. */
char *ordo_words_join(const struct ordo_words *w, const char *separator);

/* 1 when `word` is among them. */
int ordo_words_find(const struct ordo_words *w, const char *word);

void ordo_words_done(struct ordo_words *w);

#endif
