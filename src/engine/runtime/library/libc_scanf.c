/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * libc_scanf.c: models of formatted input (scanf and its family).
 *
 * The format is read, and each result that was assigned is written, by the kernel if it came from a
 * stream. The bytes that were taken from it are input. sscanf reads its input string whole,
 * terminator included, even if the format asks for little of it, because the C library does so.
 * Cost: the cells touched.
 *
 * The __isoc23_ routines exist in newer C libraries only, so with older ones references to them are
 * weak. Others are not: a static program would not have what only a wrapper calls.
 */
#include "libc_format.h"
#include "libc_scan.h"
#include "libc_wrap.h"
#include "stream_place.h"
#include <stdio.h>
#include <wchar.h>

/* In <stdio.h> the plain names mean the __isoc99_ routines. These names mean the plain ones. */
#define OLD(name) __asm__(#name)
extern int old_vscanf(const char *, va_list) OLD(vscanf);
extern int old_vfscanf(FILE *, const char *, va_list) OLD(vfscanf);
extern int old_vsscanf(const char *, const char *, va_list) OLD(vsscanf);
extern int old_vwscanf(const wchar_t *, va_list) OLD(vwscanf);
extern int old_vfwscanf(FILE *, const wchar_t *, va_list) OLD(vfwscanf);
extern int old_vswscanf(const wchar_t *, const wchar_t *, va_list) OLD(vswscanf);

#define DECLARE(prefix, weak)                                                                      \
    extern weak int prefix##vscanf(const char *, va_list);                                         \
    extern weak int prefix##vfscanf(FILE *, const char *, va_list);                                \
    extern weak int prefix##vsscanf(const char *, const char *, va_list);                          \
    extern weak int prefix##vwscanf(const wchar_t *, va_list);                                     \
    extern weak int prefix##vfwscanf(FILE *, const wchar_t *, va_list);                            \
    extern weak int prefix##vswscanf(const wchar_t *, const wchar_t *, va_list);
DECLARE(__isoc99_, )
#if __GLIBC_PREREQ(2, 38)
DECLARE(__isoc23_, )
#else
DECLARE(__isoc23_, ORT_WEAK)
#endif

static void from_stream(struct ort_site site, struct ordo_scope *account, const void *format,
                        int wide, int n, va_list ap) {
    charge(site, account, ort_format_scanned(site, format, wide, 1, n, ap));
}

static void from_memory(struct ort_site site, struct ordo_scope *account, const void *s,
                        size_t bytes, const void *format, int wide, int n, va_list ap) {
    uint64_t cells = reads(site, s, bytes);
    cells += ort_format_scanned(site, format, wide, 0, n, ap);
    charge(site, account, cells);
}

/* Calls a routine that reads a stream, and counts the bytes that it took. */
#define FROM(stream, call)                                                                         \
    ({                                                                                             \
        FILE *file = (stream);                                                                     \
        const struct ort_stream_place before = ort_file_place(file);                               \
        int assigned = call;                                                                       \
        const struct ort_stream_place after = ort_file_place(file);                                \
        if (site.on) ort_effect_file_in(file, ort_stream_passed(&before, &after));                 \
        assigned;                                                                                  \
    })

#define STREAM(account, wide) from_stream(site, &account_##account, format, wide, n, ap)
#define TEXT(account)                                                                              \
    from_memory(site, &account_##account, s, ort_scan_length(s) + 1, format, 0, n, ap)
#define WIDE_TEXT(account)                                                                         \
    from_memory(site, &account_##account, s, (ort_wide_length(s) + 1) * sizeof *s, format, 1, n, ap)

/* Defines all six routines, each with an ellipsis and with a va_list. The wrappers' names begin
 * with `prefix`, those of the routines that they call with `real`. */
#define SPELLING(define, prefix, real)                                                             \
    ORT_ELLIPSIS(define, prefix##scanf, (const char *format, ...),                                 \
                 FROM(stdin, real##vscanf(format, ap)), STREAM(scanf, 0))                          \
    ORT_VA_LIST(define, prefix##vscanf, (const char *format, va_list given),                       \
                FROM(stdin, real##vscanf(format, given)), STREAM(vscanf, 0))                       \
    ORT_ELLIPSIS(define, prefix##fscanf, (FILE * stream, const char *format, ...),                 \
                 FROM(stream, real##vfscanf(stream, format, ap)), STREAM(fscanf, 0))               \
    ORT_VA_LIST(define, prefix##vfscanf, (FILE * stream, const char *format, va_list given),       \
                FROM(stream, real##vfscanf(stream, format, given)), STREAM(vfscanf, 0))            \
    ORT_ELLIPSIS(define, prefix##sscanf, (const char *s, const char *format, ...),                 \
                 real##vsscanf(s, format, ap), TEXT(sscanf))                                       \
    ORT_VA_LIST(define, prefix##vsscanf, (const char *s, const char *format, va_list given),       \
                real##vsscanf(s, format, given), TEXT(vsscanf))                                    \
    ORT_ELLIPSIS(define, prefix##wscanf, (const wchar_t *format, ...),                             \
                 FROM(stdin, real##vwscanf(format, ap)), STREAM(wscanf, 1))                        \
    ORT_VA_LIST(define, prefix##vwscanf, (const wchar_t *format, va_list given),                   \
                FROM(stdin, real##vwscanf(format, given)), STREAM(vwscanf, 1))                     \
    ORT_ELLIPSIS(define, prefix##fwscanf, (FILE * stream, const wchar_t *format, ...),             \
                 FROM(stream, real##vfwscanf(stream, format, ap)), STREAM(fwscanf, 1))             \
    ORT_VA_LIST(define, prefix##vfwscanf, (FILE * stream, const wchar_t *format, va_list given),   \
                FROM(stream, real##vfwscanf(stream, format, given)), STREAM(vfwscanf, 1))          \
    ORT_ELLIPSIS(define, prefix##swscanf, (const wchar_t *s, const wchar_t *format, ...),          \
                 real##vswscanf(s, format, ap), WIDE_TEXT(swscanf))                                \
    ORT_VA_LIST(define, prefix##vswscanf,                                                          \
                (const wchar_t *s, const wchar_t *format, va_list given),                          \
                real##vswscanf(s, format, given), WIDE_TEXT(vswscanf))

ORT_ACCOUNT(scanf);
ORT_ACCOUNT(vscanf);
ORT_ACCOUNT(fscanf);
ORT_ACCOUNT(vfscanf);
ORT_ACCOUNT(sscanf);
ORT_ACCOUNT(vsscanf);
ORT_ACCOUNT(wscanf);
ORT_ACCOUNT(vwscanf);
ORT_ACCOUNT(fwscanf);
ORT_ACCOUNT(vfwscanf);
ORT_ACCOUNT(swscanf);
ORT_ACCOUNT(vswscanf);

SPELLING(ORT_VARIANT, , old_)
SPELLING(ORT_VARIANT, __isoc99_, __isoc99_)
SPELLING(ORT_VARIANT, __isoc23_, __isoc23_)
