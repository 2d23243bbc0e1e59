/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * short_text.h: builds names, paths and lines without the C library, which the program may have
 * replaced or may be executing.
 *
 * Threads: any. Pure. Signal-safe: yes.
 */
#ifndef ORT_SHORT_TEXT_H
#define ORT_SHORT_TEXT_H

#include <stdint.h>

static inline int ort_same_text(const char *a, const char *b) {
    while (*a && *a == *b) a++, b++;
    return *a == *b;
}

/* Writes as much of the text at `at` as fits before `end`, and a NUL. Returns the address of the
 * NUL. */
static inline char *ort_append_text(char *at, const char *end, const char *text) {
    while (*text && at < end) *at++ = *text++;
    *at = 0;
    return at;
}

static inline char *ort_append_number(char *at, const char *end, uint64_t n) {
    char digits[24], *d = digits + sizeof digits - 1;
    *d = 0;
    do *--d = (char)('0' + n % 10);
    while (n /= 10);
    return ort_append_text(at, end, d);
}

#endif
