/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * libc_wide_stdio.c: models of wide characters and lines through streams.
 *
 * As in libc_stdio.c, with four bytes of the program's memory per character. A character counts as
 * one byte of I/O and of input, because no result shows how the stream encodes it.
 */
#include "libc_scan.h"
#include "libc_wrap.h"
#include <stdio.h>
#include <wchar.h>

extern wchar_t *__fgetws_chk(wchar_t *, size_t, int, FILE *);
extern wchar_t *__fgetws_unlocked_chk(wchar_t *, size_t, int, FILE *);

#undef getwc
#undef putwc
#undef getwchar
#undef putwchar

static void one(struct ort_site site, struct ordo_scope *account, wint_t result, FILE *from) {
    if (result != WEOF) {
        moved(site, 1);
        if (from) ort_effect_file_in(from, 1);
    }
    charge(site, account, 1);
}

#define CHARACTER(define, charged, fn, from, params, args)                                         \
    define(wint_t, fn, params) {                                                                   \
        struct ort_site site = ort_site();                                                         \
        wint_t r = fn args;                                                                        \
        if (site.on) one(site, &account_##charged, r, from);                                       \
        return r;                                                                                  \
    }
CHARACTER(ORT_MODEL, getwc, getwc, stream, (FILE * stream), (stream))
CHARACTER(ORT_VARIANT, getwc, getwc_unlocked, stream, (FILE * stream), (stream))
CHARACTER(ORT_MODEL, fgetwc, fgetwc, stream, (FILE * stream), (stream))
CHARACTER(ORT_VARIANT, fgetwc, fgetwc_unlocked, stream, (FILE * stream), (stream))
CHARACTER(ORT_MODEL, getwchar, getwchar, stdin, (void), ())
CHARACTER(ORT_VARIANT, getwchar, getwchar_unlocked, stdin, (void), ())
CHARACTER(ORT_MODEL, putwc, putwc, NULL, (wchar_t c, FILE *stream), (c, stream))
CHARACTER(ORT_VARIANT, putwc, putwc_unlocked, NULL, (wchar_t c, FILE *stream), (c, stream))
CHARACTER(ORT_MODEL, fputwc, fputwc, NULL, (wchar_t c, FILE *stream), (c, stream))
CHARACTER(ORT_VARIANT, fputwc, fputwc_unlocked, NULL, (wchar_t c, FILE *stream), (c, stream))
CHARACTER(ORT_MODEL, putwchar, putwchar, NULL, (wchar_t c), (c))
CHARACTER(ORT_VARIANT, putwchar, putwchar_unlocked, NULL, (wchar_t c), (c))

#define TEXT_OUT(define, fn)                                                                       \
    define(int, fn, (const wchar_t *s, FILE *stream)) {                                            \
        struct ort_site site = ort_site();                                                         \
        int r = fn(s, stream);                                                                     \
        if (site.on) {                                                                             \
            size_t n = ort_wide_length(s);                                                         \
            if (r >= 0) moved(site, n);                                                            \
            charge(site, &account_fputws, reads(site, s, (n + 1) * sizeof *s));                    \
        }                                                                                          \
        return r;                                                                                  \
    }
TEXT_OUT(ORT_MODEL, fputws)
TEXT_OUT(ORT_VARIANT, fputws_unlocked)

#define LINE_IN(define, fn, params, args)                                                          \
    define(wchar_t *, fn, params) {                                                                \
        struct ort_site site = ort_site();                                                         \
        wchar_t *r = fn args;                                                                      \
        if (site.on) {                                                                             \
            size_t n = r ? ort_wide_length(r) : 0;                                                 \
            moved(site, n);                                                                        \
            ort_effect_file_in(stream, n);                                                         \
            charge(site, &account_fgetws, r ? fills(site, r, (n + 1) * sizeof *r) : 0);            \
        }                                                                                          \
        return r;                                                                                  \
    }
LINE_IN(ORT_MODEL, fgetws, (wchar_t * s, int size, FILE *stream), (s, size, stream))
LINE_IN(ORT_VARIANT, fgetws_unlocked, (wchar_t * s, int size, FILE *stream), (s, size, stream))
LINE_IN(ORT_VARIANT, __fgetws_chk, (wchar_t * s, size_t room, int size, FILE *stream),
        (s, room, size, stream))
LINE_IN(ORT_VARIANT, __fgetws_unlocked_chk, (wchar_t * s, size_t room, int size, FILE *stream),
        (s, room, size, stream))
