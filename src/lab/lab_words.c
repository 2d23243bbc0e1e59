/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "lab/lab_words.h"

#include <string.h>

uint64_t ordo_lab_words_next(struct ordo_lab_words *w) {
    if (w->at < w->n) return w->v[w->at++];
    w->bad = true;
    return 0;
}

size_t ordo_lab_words_count(struct ordo_lab_words *w) {
    uint64_t n = ordo_lab_words_next(w);
    if (n > w->n - w->at) w->bad = true;
    return w->bad ? 0 : (size_t)n;
}

const unsigned char *ordo_lab_words_bytes(struct ordo_lab_words *w, size_t *n) {
    uint64_t length = ordo_lab_words_next(w);
    const unsigned char *at = (const unsigned char *)(w->v + w->at);
    if (w->bad || length > (w->n - w->at) * 8) {
        w->bad = true;
        length = 0;
    }
    w->at += (size_t)(length + 7) / 8;
    *n = (size_t)length;
    return at;
}

char *ordo_lab_words_string(struct ordo_lab_words *w, struct ordo_arena *arena) {
    size_t n;
    const unsigned char *from = ordo_lab_words_bytes(w, &n);
    char *s = ordo_arena_alloc(arena, n + 1);
    memcpy(s, from, n);
    return s;
}
