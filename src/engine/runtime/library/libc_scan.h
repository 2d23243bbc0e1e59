/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * libc_scan.h: how far a routine looked, found by looking again.
 *
 * These are loops of the runtime's own, because a program may define its own strlen, and a call of
 * that would be recorded. They read no byte that the routine itself has not read, except in the
 * same aligned word or page.
 *
 * Lengths are in bytes (ort_wide_*: in wide characters). *_length does not count the terminator,
 * *_compared counts the deciding character.
 *
 * Signal-safe: yes. May allocate: no. Threads: pure.
 */
#ifndef ORT_LIBC_SCAN_H
#define ORT_LIBC_SCAN_H

#include <stddef.h>
#include <wchar.h>

size_t ort_scan_length(const char *s);
size_t ort_scan_length_max(const char *s, size_t max);

/* Return the number of characters that strcmp, strncmp or memcmp looks at: through the first
 * difference, or to the end. */
size_t ort_scan_compared(const char *a, const char *b, size_t max);
size_t ort_scan_memory_compared(const void *a, const void *b, size_t size);

size_t ort_wide_length(const wchar_t *s);
size_t ort_wide_length_max(const wchar_t *s, size_t max);
size_t ort_wide_compared(const wchar_t *a, const wchar_t *b, size_t max);
size_t ort_wide_memory_compared(const wchar_t *a, const wchar_t *b, size_t count);

#endif
