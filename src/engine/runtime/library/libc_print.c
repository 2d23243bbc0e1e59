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
#include "libc_alloc.h"
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
        ort_count_block(site, ort_block_bytes(*out, (size_t)n + 1));
    }
    charge(site, account, cells);
}

/* Defines a routine, the one with a va_list, and the checked variants of both. `params` and `args`
 * stand before the format, `checked` and `checks` between them and the format in the variants; each
 * ends with a comma if it is not empty. `effect` may also use `account`. */
#define LIST(...) __VA_ARGS__
#define CHARGED(fn, effect)                                                                        \
    do {                                                                                           \
        struct ordo_scope *account = &account_##fn;                                                \
        effect;                                                                                    \
    } while (0)
#define FAMILY(fn, character, params, args, checked, checks, effect)                               \
    ORT_ELLIPSIS(ORT_MODEL, fn, (LIST params const character *format, ...),                        \
                 v##fn(LIST args format, ap), CHARGED(fn, effect))                                 \
    ORT_ELLIPSIS(ORT_VARIANT, __##fn##_chk,                                                        \
                 (LIST params LIST checked const character *format, ...),                          \
                 __v##fn##_chk(LIST args LIST checks format, ap), CHARGED(fn, effect))             \
    ORT_VA_LIST(ORT_MODEL, v##fn, (LIST params const character *format, va_list given),            \
                v##fn(LIST args format, given), CHARGED(v##fn, effect))                            \
    ORT_VA_LIST(ORT_VARIANT, __v##fn##_chk,                                                        \
                (LIST params LIST checked const character *format, va_list given),                 \
                __v##fn##_chk(LIST args LIST checks format, given), CHARGED(v##fn, effect))
#define STREAM(wide, to, fd) to_stream(site, account, n, format, wide, ap, to, fd)
#define MEMORY(room) to_memory(site, account, buffer, room, n, format, ap)

FAMILY(printf, char, (), (), (int flag, ), (flag, ), STREAM(0, stdout, -1))
FAMILY(fprintf, char, (FILE * stream, ), (stream, ), (int flag, ), (flag, ), STREAM(0, stream, -1))
FAMILY(dprintf, char, (int fd, ), (fd, ), (int flag, ), (flag, ), STREAM(0, NULL, fd))
FAMILY(sprintf, char, (char *buffer, ), (buffer, ), (int flag, size_t have, ), (flag, have, ),
       MEMORY(SIZE_MAX))
FAMILY(snprintf, char, (char *buffer, size_t room, ), (buffer, room, ), (int flag, size_t have, ),
       (flag, have, ), MEMORY(room))
FAMILY(asprintf, char, (char **out, ), (out, ), (int flag, ), (flag, ),
       to_new_block(site, account, out, n, format, ap))
FAMILY(wprintf, wchar_t, (), (), (int flag, ), (flag, ), STREAM(1, stdout, -1))
FAMILY(fwprintf, wchar_t, (FILE * stream, ), (stream, ), (int flag, ), (flag, ),
       STREAM(1, stream, -1))
FAMILY(swprintf, wchar_t, (wchar_t * buffer, size_t room, ), (buffer, room, ),
       (int flag, size_t have, ), (flag, have, ),
       to_wide_memory(site, account, buffer, room, n, format, ap))

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
