/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * libc_scan.c: scans eight bytes at a time. A word is read only if it is aligned, stays within its
 * page or lies within a given size, so that no scan faults where the routine did not. The rest is
 * read byte by byte.
 */
#include "libc_scan.h"
#include <stdint.h>

#define PAGE 4096u
#define ONES 0x0101010101010101u
#define TOPS 0x8080808080808080u

typedef uint64_t word __attribute__((may_alias, aligned(1)));

/* Turns the checks of AddressSanitizer off, because words reach past the ends of objects by
 * design. */
#define UNCHECKED __attribute__((no_sanitize("address")))

static int has_zero_byte(uint64_t w) {
    return ((w - ONES) & ~w & TOPS) != 0;
}

static int word_stays_in_page(const void *p) {
    return ((uintptr_t)p & (PAGE - 1)) <= PAGE - sizeof(word);
}

UNCHECKED size_t ort_scan_length_max(const char *s, size_t max) {
    size_t n = 0;
    while (n < max && ((uintptr_t)(s + n) & 7)) {
        if (!s[n]) return n;
        n++;
    }
    while (max - n >= 8 && !has_zero_byte(*(const word *)(s + n))) n += 8;
    while (n < max && s[n]) n++;
    return n;
}

size_t ort_scan_length(const char *s) {
    return ort_scan_length_max(s, SIZE_MAX);
}

UNCHECKED size_t ort_scan_compared(const char *a, const char *b, size_t max) {
    size_t n = 0;
    while (n < max) {
        if (max - n >= 8 && word_stays_in_page(a + n) && word_stays_in_page(b + n)) {
            uint64_t w = *(const word *)(a + n);
            if (w == *(const word *)(b + n) && !has_zero_byte(w)) {
                n += 8;
                continue;
            }
        }
        for (int i = 0; i < 8 && n < max; i++, n++)
            if (a[n] != b[n] || !a[n]) return n + 1;
    }
    return n;
}

UNCHECKED size_t ort_scan_memory_compared(const void *a, const void *b, size_t size) {
    const unsigned char *x = a, *y = b;
    size_t n = 0;
    while (size - n >= 8 && *(const word *)(x + n) == *(const word *)(y + n)) n += 8;
    for (; n < size; n++)
        if (x[n] != y[n]) return n + 1;
    return n;
}

size_t ort_wide_length_max(const wchar_t *s, size_t max) {
    size_t n = 0;
    while (n < max && s[n]) n++;
    return n;
}

size_t ort_wide_length(const wchar_t *s) {
    return ort_wide_length_max(s, SIZE_MAX);
}

size_t ort_wide_compared(const wchar_t *a, const wchar_t *b, size_t max) {
    for (size_t n = 0; n < max; n++)
        if (a[n] != b[n] || !a[n]) return n + 1;
    return max;
}

size_t ort_wide_memory_compared(const wchar_t *a, const wchar_t *b, size_t count) {
    for (size_t n = 0; n < count; n++)
        if (a[n] != b[n]) return n + 1;
    return count;
}
