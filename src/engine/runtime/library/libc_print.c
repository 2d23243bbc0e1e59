/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * libc_print.c: models of formatted output (printf and its family).
 *
 * The format and the strings printed are read, and %n is written (libc_format.c). Text that goes
 * into a stream costs the cells that it fills and counts as I/O. Text that goes into memory is
 * written there, with its terminator, as far as there is room. Cost: all of these cells.
 *
 * Each routine with an ellipsis calls the corresponding routine with a va_list, which the C library
 * defines to be equivalent.
 */
#include "libc_format.h"
#include "libc_scan.h"
#include "libc_wrap.h"
#include <stdio.h>
#include <syslog.h>
#include <wchar.h>

extern int __vprintf_chk(int, const char *, va_list);
extern int __vfprintf_chk(FILE *, int, const char *, va_list);
extern int __vdprintf_chk(int, int, const char *, va_list);
extern int __vsprintf_chk(char *, int, size_t, const char *, va_list);
extern int __vsnprintf_chk(char *, size_t, int, size_t, const char *, va_list);
extern int __vasprintf_chk(char **, int, const char *, va_list);
extern void __vsyslog_chk(int, int, const char *, va_list);
extern int __vwprintf_chk(int, const wchar_t *, va_list);
extern int __vfwprintf_chk(FILE *, int, const wchar_t *, va_list);
extern int __vswprintf_chk(wchar_t *, size_t, int, size_t, const wchar_t *, va_list);

/* Records output to `stream`, or if that is NULL to the descriptor `fd` (-1: to neither). */
static void to_stream(struct ort_site site, struct ordo_scope *account, int n, const void *format,
                      int wide, va_list ap, FILE *stream, int fd) {
    uint64_t cells = ort_format_printed(site, format, wide, ap);
    if (n > 0) {
        size_t bytes = (size_t)n * (wide ? sizeof(wchar_t) : 1);
        cells += ort_effect_cells(bytes);
        moved(site, bytes);
        if (stream)
            ort_effect_stream_out(stream, NULL, bytes);
        else if (fd >= 0)
            ort_effect_descriptor_out(fd, NULL, bytes);
    }
    charge(site, account, cells);
}

static void to_memory(struct ort_site site, struct ordo_scope *account, const char *buffer,
                      size_t room, int n, const char *format, va_list ap) {
    uint64_t cells = ort_format_printed(site, format, 0, ap);
    if (n >= 0 && room) cells += writes(site, buffer, (size_t)n < room ? (size_t)n + 1 : room);
    charge(site, account, cells);
}

/* If there was no room, swprintf does not say how much it wanted to write, so what is in the buffer
 * counts. */
static void to_wide_memory(struct ort_site site, struct ordo_scope *account, const wchar_t *buffer,
                           size_t room, int n, const wchar_t *format, va_list ap) {
    uint64_t cells = ort_format_printed(site, format, 1, ap);
    size_t count = n >= 0 ? (size_t)n : ort_wide_length_max(buffer, room);
    if (room) cells += writes(site, buffer, (count < room ? count + 1 : room) * sizeof *buffer);
    charge(site, account, cells);
}

static void to_new_block(struct ort_site site, struct ordo_scope *account, char **out, int n,
                         const char *format, va_list ap) {
    uint64_t cells = ort_format_printed(site, format, 0, ap);
    if (n >= 0) {
        cells += writes(site, out, sizeof *out);
        ort_effect_fresh(site.f, *out, (size_t)n + 1);
        cells += writes(site, *out, (size_t)n + 1);
        ort_count(site, ORDO_COST_ALLOCS, 1);
    }
    charge(site, account, cells);
}

#define STREAM(account, wide, to, fd)                                                              \
    to_stream(site, &account_##account, n, format, wide, ap, to, fd)
#define MEMORY(account, room) to_memory(site, &account_##account, buffer, room, n, format, ap)
#define WIDE_MEMORY(account) to_wide_memory(site, &account_##account, buffer, room, n, format, ap)
#define BLOCK(account) to_new_block(site, &account_##account, out, n, format, ap)

ORT_ELLIPSIS(ORT_MODEL, printf, (const char *format, ...), vprintf(format, ap),
             STREAM(printf, 0, stdout, -1))
ORT_ELLIPSIS(ORT_VARIANT, __printf_chk, (int flag, const char *format, ...),
             __vprintf_chk(flag, format, ap), STREAM(printf, 0, stdout, -1))
ORT_VA_LIST(ORT_MODEL, vprintf, (const char *format, va_list given), vprintf(format, given),
            STREAM(vprintf, 0, stdout, -1))
ORT_VA_LIST(ORT_VARIANT, __vprintf_chk, (int flag, const char *format, va_list given),
            __vprintf_chk(flag, format, given), STREAM(vprintf, 0, stdout, -1))

ORT_ELLIPSIS(ORT_MODEL, fprintf, (FILE * stream, const char *format, ...),
             vfprintf(stream, format, ap), STREAM(fprintf, 0, stream, -1))
ORT_ELLIPSIS(ORT_VARIANT, __fprintf_chk, (FILE * stream, int flag, const char *format, ...),
             __vfprintf_chk(stream, flag, format, ap), STREAM(fprintf, 0, stream, -1))
ORT_VA_LIST(ORT_MODEL, vfprintf, (FILE * stream, const char *format, va_list given),
            vfprintf(stream, format, given), STREAM(vfprintf, 0, stream, -1))
ORT_VA_LIST(ORT_VARIANT, __vfprintf_chk,
            (FILE * stream, int flag, const char *format, va_list given),
            __vfprintf_chk(stream, flag, format, given), STREAM(vfprintf, 0, stream, -1))

ORT_ELLIPSIS(ORT_MODEL, dprintf, (int fd, const char *format, ...), vdprintf(fd, format, ap),
             STREAM(dprintf, 0, NULL, fd))
ORT_ELLIPSIS(ORT_VARIANT, __dprintf_chk, (int fd, int flag, const char *format, ...),
             __vdprintf_chk(fd, flag, format, ap), STREAM(dprintf, 0, NULL, fd))
ORT_VA_LIST(ORT_MODEL, vdprintf, (int fd, const char *format, va_list given),
            vdprintf(fd, format, given), STREAM(vdprintf, 0, NULL, fd))
ORT_VA_LIST(ORT_VARIANT, __vdprintf_chk, (int fd, int flag, const char *format, va_list given),
            __vdprintf_chk(fd, flag, format, given), STREAM(vdprintf, 0, NULL, fd))

ORT_ELLIPSIS(ORT_MODEL, sprintf, (char *buffer, const char *format, ...),
             vsprintf(buffer, format, ap), MEMORY(sprintf, SIZE_MAX))
ORT_ELLIPSIS(ORT_VARIANT, __sprintf_chk,
             (char *buffer, int flag, size_t have, const char *format, ...),
             __vsprintf_chk(buffer, flag, have, format, ap), MEMORY(sprintf, SIZE_MAX))
ORT_VA_LIST(ORT_MODEL, vsprintf, (char *buffer, const char *format, va_list given),
            vsprintf(buffer, format, given), MEMORY(vsprintf, SIZE_MAX))
ORT_VA_LIST(ORT_VARIANT, __vsprintf_chk,
            (char *buffer, int flag, size_t have, const char *format, va_list given),
            __vsprintf_chk(buffer, flag, have, format, given), MEMORY(vsprintf, SIZE_MAX))

ORT_ELLIPSIS(ORT_MODEL, snprintf, (char *buffer, size_t room, const char *format, ...),
             vsnprintf(buffer, room, format, ap), MEMORY(snprintf, room))
ORT_ELLIPSIS(ORT_VARIANT, __snprintf_chk,
             (char *buffer, size_t room, int flag, size_t have, const char *format, ...),
             __vsnprintf_chk(buffer, room, flag, have, format, ap), MEMORY(snprintf, room))
ORT_VA_LIST(ORT_MODEL, vsnprintf, (char *buffer, size_t room, const char *format, va_list given),
            vsnprintf(buffer, room, format, given), MEMORY(vsnprintf, room))
ORT_VA_LIST(ORT_VARIANT, __vsnprintf_chk,
            (char *buffer, size_t room, int flag, size_t have, const char *format, va_list given),
            __vsnprintf_chk(buffer, room, flag, have, format, given), MEMORY(vsnprintf, room))

ORT_ELLIPSIS(ORT_MODEL, asprintf, (char **out, const char *format, ...), vasprintf(out, format, ap),
             BLOCK(asprintf))
ORT_ELLIPSIS(ORT_VARIANT, __asprintf_chk, (char **out, int flag, const char *format, ...),
             __vasprintf_chk(out, flag, format, ap), BLOCK(asprintf))
ORT_VA_LIST(ORT_MODEL, vasprintf, (char **out, const char *format, va_list given),
            vasprintf(out, format, given), BLOCK(vasprintf))
ORT_VA_LIST(ORT_VARIANT, __vasprintf_chk, (char **out, int flag, const char *format, va_list given),
            __vasprintf_chk(out, flag, format, given), BLOCK(vasprintf))

ORT_ELLIPSIS(ORT_MODEL, wprintf, (const wchar_t *format, ...), vwprintf(format, ap),
             STREAM(wprintf, 1, stdout, -1))
ORT_ELLIPSIS(ORT_VARIANT, __wprintf_chk, (int flag, const wchar_t *format, ...),
             __vwprintf_chk(flag, format, ap), STREAM(wprintf, 1, stdout, -1))
ORT_VA_LIST(ORT_MODEL, vwprintf, (const wchar_t *format, va_list given), vwprintf(format, given),
            STREAM(vwprintf, 1, stdout, -1))
ORT_VA_LIST(ORT_VARIANT, __vwprintf_chk, (int flag, const wchar_t *format, va_list given),
            __vwprintf_chk(flag, format, given), STREAM(vwprintf, 1, stdout, -1))
ORT_ELLIPSIS(ORT_MODEL, fwprintf, (FILE * stream, const wchar_t *format, ...),
             vfwprintf(stream, format, ap), STREAM(fwprintf, 1, stream, -1))
ORT_ELLIPSIS(ORT_VARIANT, __fwprintf_chk, (FILE * stream, int flag, const wchar_t *format, ...),
             __vfwprintf_chk(stream, flag, format, ap), STREAM(fwprintf, 1, stream, -1))
ORT_VA_LIST(ORT_MODEL, vfwprintf, (FILE * stream, const wchar_t *format, va_list given),
            vfwprintf(stream, format, given), STREAM(vfwprintf, 1, stream, -1))
ORT_VA_LIST(ORT_VARIANT, __vfwprintf_chk,
            (FILE * stream, int flag, const wchar_t *format, va_list given),
            __vfwprintf_chk(stream, flag, format, given), STREAM(vfwprintf, 1, stream, -1))
ORT_ELLIPSIS(ORT_MODEL, swprintf, (wchar_t * buffer, size_t room, const wchar_t *format, ...),
             vswprintf(buffer, room, format, ap), WIDE_MEMORY(swprintf))
ORT_ELLIPSIS(ORT_VARIANT, __swprintf_chk,
             (wchar_t * buffer, size_t room, int flag, size_t have, const wchar_t *format, ...),
             __vswprintf_chk(buffer, room, flag, have, format, ap), WIDE_MEMORY(swprintf))
ORT_VA_LIST(ORT_MODEL, vswprintf,
            (wchar_t * buffer, size_t room, const wchar_t *format, va_list given),
            vswprintf(buffer, room, format, given), WIDE_MEMORY(vswprintf))
ORT_VA_LIST(ORT_VARIANT, __vswprintf_chk,
            (wchar_t * buffer, size_t room, int flag, size_t have, const wchar_t *format,
             va_list given),
            __vswprintf_chk(buffer, room, flag, have, format, given), WIDE_MEMORY(vswprintf))

/* syslog does not say how long its text was, so only the format and its strings count. */
#define LOG(define, fn, params, call)                                                              \
    define(void, fn, params) {                                                                     \
        struct ort_site site = ort_site();                                                         \
        va_list ap;                                                                                \
        va_start(ap, format);                                                                      \
        call;                                                                                      \
        va_end(ap);                                                                                \
        if (site.on) {                                                                             \
            va_start(ap, format);                                                                  \
            to_stream(site, &account_syslog, 0, format, 0, ap, NULL, -1);                          \
            va_end(ap);                                                                            \
        }                                                                                          \
    }
#define VLOG(define, fn, params, call)                                                             \
    define(void, fn, params) {                                                                     \
        struct ort_site site = ort_site();                                                         \
        va_list ap;                                                                                \
        va_copy(ap, given);                                                                        \
        call;                                                                                      \
        if (site.on) to_stream(site, &account_vsyslog, 0, format, 0, ap, NULL, -1);                \
        va_end(ap);                                                                                \
    }
LOG(ORT_MODEL, syslog, (int priority, const char *format, ...), vsyslog(priority, format, ap))
LOG(ORT_VARIANT, __syslog_chk, (int priority, int flag, const char *format, ...),
    __vsyslog_chk(priority, flag, format, ap))
VLOG(ORT_MODEL, vsyslog, (int priority, const char *format, va_list given),
     vsyslog(priority, format, given))
VLOG(ORT_VARIANT, __vsyslog_chk, (int priority, int flag, const char *format, va_list given),
     __vsyslog_chk(priority, flag, format, given))
