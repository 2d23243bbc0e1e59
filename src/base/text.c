/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * text.c: append-only text in one growing block.
 */
#include "base/text.h"
#include "base/memory.h"

#include "base/vector.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void reserve(struct ordo_text *t, size_t more) {
    t->bytes = ordo_vector_reserve(t->bytes, &t->capacity, t->n + more + 1, 1);
}

void ordo_text_add_bytes(struct ordo_text *t, const char *s, size_t n) {
    reserve(t, n);
    if (n) memcpy(t->bytes + t->n, s, n);
    t->n += n;
    t->bytes[t->n] = '\0';
}

void ordo_text_add(struct ordo_text *t, const char *s) {
    ordo_text_add_bytes(t, s, strlen(s));
}

void ordo_text_add_number(struct ordo_text *t, uint64_t number) {
    char digits[20], *end = digits + sizeof digits, *at = end;
    do *--at = (char)('0' + number % 10);
    while (number /= 10);
    ordo_text_add_bytes(t, at, (size_t)(end - at));
}

void ordo_text_print(struct ordo_text *t, const char *format, ...) {
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    size_t room = t->capacity - t->n;
    int n = vsnprintf(room ? t->bytes + t->n : NULL, room, format, args);
    va_end(args);
    if (n >= 0 && (size_t)n >= room) {
        reserve(t, (size_t)n);
        vsnprintf(t->bytes + t->n, (size_t)n + 1, format, again);
    }
    if (n > 0) t->n += (size_t)n;
    if (t->bytes) t->bytes[t->n] = '\0';
    va_end(again);
}

void ordo_text_add_quoted(struct ordo_text *t, const char *word) {
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "@%+=:,./_-";
    if (*word && word[strspn(word, plain)] == '\0') {
        ordo_text_add(t, word);
        return;
    }
    ordo_text_add(t, "'");
    for (const char *p = word; *p; p++) {
        if (*p == '\'')
            ordo_text_add(t, "'\\''");
        else
            ordo_text_add_bytes(t, p, 1);
    }
    ordo_text_add(t, "'");
}

size_t ordo_text_character(const void *at) {
    const unsigned char *p = at;
    if (p[0] < 0x80) return 1;
    size_t n = p[0] >= 0xf0 ? 4 : p[0] >= 0xe0 ? 3 : 2;
    if (p[0] < 0xc2 || p[0] > 0xf4) return 0;
    for (size_t i = 1; i < n; i++)
        if ((p[i] & 0xc0) != 0x80) return 0;
    if (p[0] == 0xe0 && p[1] < 0xa0) return 0; /* overlong */
    if (p[0] == 0xed && p[1] > 0x9f) return 0; /* surrogates */
    if (p[0] == 0xf0 && p[1] < 0x90) return 0; /* overlong */
    if (p[0] == 0xf4 && p[1] > 0x8f) return 0; /* past U+10FFFF */
    return n;
}

void ordo_text_clear(struct ordo_text *t) {
    t->n = 0;
    if (t->bytes) t->bytes[0] = '\0';
}

void ordo_text_done(struct ordo_text *t) {
    free(t->bytes);
    memset(t, 0, sizeof *t);
}

char *ordo_text_take(struct ordo_text *t) {
    if (!t->bytes) ordo_text_add_bytes(t, "", 0);
    char *s = t->bytes;
    memset(t, 0, sizeof *t);
    return s;
}

char *ordo_text_format(const char *format, ...) {
    va_list ap;
    va_start(ap, format);
    char *text = NULL;
    if (vasprintf(&text, format, ap) < 0) ordo_memory_exhausted();
    va_end(ap);
    return text;
}
