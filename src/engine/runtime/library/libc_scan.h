/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * libc_scan.h: how far a routine looked, found by looking again.
 *
 * Own loops instead of the library's, because the program may define a strlen of its own, and that
 * one would be recorded. They look at no byte past those that the routine itself has looked at,
 * except in the same aligned word or page.
 *
 * Shapes:  lengths in bytes (ort_wide_*: in wide characters), the terminator not counted by
 *          *_length, and the deciding character counted by *_compared
 * Signal-safe: yes. May allocate: no. Threads: pure.
 */
#ifndef ORT_LIBC_SCAN_H
#define ORT_LIBC_SCAN_H

#include <stddef.h>
#include <wchar.h>

size_t ort_scan_length(const char *s);
size_t ort_scan_length_max(const char *s, size_t max);

/* Characters that strcmp, strncmp and memcmp look at: to the first difference, which is counted, or
 * to the end. */
size_t ort_scan_compared(const char *a, const char *b, size_t max);
size_t ort_scan_memory_compared(const void *a, const void *b, size_t size);

size_t ort_wide_length(const wchar_t *s);
size_t ort_wide_length_max(const wchar_t *s, size_t max);
size_t ort_wide_compared(const wchar_t *a, const wchar_t *b, size_t max);
size_t ort_wide_memory_compared(const wchar_t *a, const wchar_t *b, size_t count);

#endif
