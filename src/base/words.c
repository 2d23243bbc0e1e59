/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * words.c: a list as an array whose capacity doubles.
 *
 * Invariant:if capacity > 0, then n < capacity and v[n] is NULL.
 */
#include "base/words.h"
#include "base/memory.h"
#include "base/vector.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void take(struct ordo_words *w, char *word) {
    w->v = ordo_vector_reserve(w->v, &w->capacity, w->n + 2, sizeof *w->v);
    w->v[w->n++] = word;
    w->v[w->n] = NULL;
}

void ordo_words_add(struct ordo_words *w, const char *word) {
    take(w, ordo_memory_copy(word));
}

void ordo_words_add_bytes(struct ordo_words *w, const char *word, size_t length) {
    take(w, ordo_memory_copy_bytes(word, length));
}

void ordo_words_addf(struct ordo_words *w, const char *format, ...) {
    va_list ap;
    va_start(ap, format);
    char *word = NULL;
    if (vasprintf(&word, format, ap) < 0) ordo_memory_exhausted();
    va_end(ap);
    take(w, word);
}

void ordo_words_add_split(struct ordo_words *w, const char *text, char separator) {
    while (*text) {
        const char *end = strchrnul(text, separator);
        if (end > text) ordo_words_add_bytes(w, text, (size_t)(end - text));
        text = *end ? end + 1 : end;
    }
}

char *ordo_words_join(const struct ordo_words *w, const char *separator) {
    size_t size = 1;
    for (size_t i = 0; i < w->n; i++) size += strlen(w->v[i]) + strlen(separator);
    char *text = ordo_memory_new(size, 1), *p = text;
    *p = 0;
    for (size_t i = 0; i < w->n; i++) {
        if (i) p = stpcpy(p, separator);
        p = stpcpy(p, w->v[i]);
    }
    return text;
}

int ordo_words_find(const struct ordo_words *w, const char *word) {
    for (size_t i = 0; i < w->n; i++)
        if (strcmp(w->v[i], word) == 0) return 1;
    return 0;
}

void ordo_words_done(struct ordo_words *w) {
    for (size_t i = 0; i < w->n; i++) free(w->v[i]);
    free(w->v);
    *w = (struct ordo_words){0};
}
