/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * libc_format.h: what a printf or scanf call read and wrote through its arguments.
 *
 * Both functions walk the format a second time, after the routine has run, with a va_list of their
 * own. Formats are of char, or of wchar_t if `wide` is set. Positional arguments (%2$s) are
 * understood. The walk ends at a conversion that the C library does not document, and after
 * ORT_FORMAT_MAX conversions or arguments.
 *
 * Signal-safe: yes. May allocate: no. Threads: any.
 */
#ifndef ORT_LIBC_FORMAT_H
#define ORT_LIBC_FORMAT_H

#include "engine/runtime/core/effects.h"
#include <stdarg.h>

#define ORT_FORMAT_MAX 64

/* Records that the format and each %s were read (a %s as far as its precision allows) and that each
 * %n was written. Returns the number of cells touched. */
uint64_t ort_format_printed(struct ort_site site, const void *format, int wide, va_list ap);

/* Records that the format was read and the first `assigned` results were written, by the kernel if
 * they came `from_stream`. %n counts as written if every conversion before it was assigned. Returns
 * the number of cells touched. */
uint64_t ort_format_scanned(struct ort_site site, const void *format, int wide, int from_stream,
                            int assigned, va_list ap);

/* ORT_ELLIPSIS defines the model of a formatted routine with an ellipsis, ORT_VA_LIST of one with a
 * va_list `given`. `define` is ORT_MODEL or ORT_VARIANT. `call` calls the real routine, in
 * ORT_ELLIPSIS the corresponding routine with the va_list `ap`. `effect` records what the routine
 * did and may use site, its result n, format and a fresh ap. */
#define ORT_ELLIPSIS(define, fn, params, call, effect)                                             \
    define(int, fn, params) {                                                                      \
        struct ort_site site = ort_site();                                                         \
        va_list ap;                                                                                \
        va_start(ap, format);                                                                      \
        int n = call;                                                                              \
        va_end(ap);                                                                                \
        if (site.on) {                                                                             \
            va_start(ap, format);                                                                  \
            effect;                                                                                \
            va_end(ap);                                                                            \
        }                                                                                          \
        return n;                                                                                  \
    }

#define ORT_VA_LIST(define, fn, params, call, effect)                                              \
    define(int, fn, params) {                                                                      \
        struct ort_site site = ort_site();                                                         \
        va_list ap;                                                                                \
        va_copy(ap, given);                                                                        \
        int n = call;                                                                              \
        if (site.on) effect;                                                                       \
        va_end(ap);                                                                                \
        return n;                                                                                  \
    }

#endif
