/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * libc_format.h: what a printf or scanf call read and wrote through its arguments.
 *
 * Both walk the format a second time, after the routine has run, with a va_list of their own.
 * Formats are of char, or of wchar_t when `wide`. Positional arguments (%2$s) are understood; the
 * walk ends at a conversion that the C library does not document and after ORT_FORMAT_MAX
 * conversions or arguments.
 *
 * Signal-safe: yes. May allocate: no. Threads: any.
 */
#ifndef ORT_LIBC_FORMAT_H
#define ORT_LIBC_FORMAT_H

#include "effects.h"
#include <stdarg.h>

#define ORT_FORMAT_MAX 64

/* The format and each %s are read (as far as the precision lets the routine look), each %n is
 * written. Returns the cells touched. */
uint64_t ort_format_printed(struct ort_site site, const void *format, int wide, va_list ap);

/* The format is read, the first `assigned` results are written: by the kernel when they came
 * `from_stream`. %n counts as written when every conversion before it was assigned. Returns the
 * cells touched. */
uint64_t ort_format_scanned(struct ort_site site, const void *format, int wide, int from_stream,
                            int assigned, va_list ap);

#endif
