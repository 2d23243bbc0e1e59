/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * libc_multibyte.c: models of the conversions between multibyte and wide text.
 *
 * Read: the source as far as it was converted, including its terminator if that was reached.
 * Written: the characters stored, a shift state (if the caller has one) and the advanced source
 * pointer. A conversion that fails half-way counts as having read one character and done nothing
 * else, because the routines do not say where they stopped. Cost: the cells touched.
 */
#include "libc_scan.h"
#include "libc_wrap.h"
#include <iconv.h>
#include <limits.h>
#include <stdlib.h>
#include <wchar.h>

#define W sizeof(wchar_t)
#define FAILED ((size_t)-1)
#define INCOMPLETE ((size_t)-2)

extern size_t __mbstowcs_chk(wchar_t *, const char *, size_t, size_t);
extern size_t __wcstombs_chk(char *, const wchar_t *, size_t, size_t);
extern size_t __mbsrtowcs_chk(wchar_t *, const char **, size_t, mbstate_t *, size_t);
extern size_t __wcsrtombs_chk(char *, const wchar_t **, size_t, mbstate_t *, size_t);
extern size_t __mbsnrtowcs_chk(wchar_t *, const char **, size_t, size_t, mbstate_t *, size_t);
extern size_t __wcsnrtombs_chk(char *, const wchar_t **, size_t, size_t, mbstate_t *, size_t);
extern size_t __wcrtomb_chk(char *, wchar_t, mbstate_t *, size_t);
extern int __wctomb_chk(char *, wchar_t, size_t);

static uint64_t state(struct ort_site site, const mbstate_t *ps) {
    return ps ? writes(site, ps, sizeof *ps) : 0;
}

/* Returns the number of bytes that the first `count` characters of s have. */
static size_t bytes_of(const char *s, size_t count) {
    mbstate_t at = {0};
    size_t bytes = 0;
    for (size_t i = 0; i < count; i++) {
        size_t n = mbrtowc(NULL, s + bytes, MB_CUR_MAX, &at);
        if (n == 0 || n == FAILED || n == INCOMPLETE) break;
        bytes += n;
    }
    return bytes;
}

/* Returns the number of wide characters of s that convert to its first `bytes` bytes. */
static size_t wide_of(const wchar_t *s, size_t bytes) {
    mbstate_t at = {0};
    char room[MB_LEN_MAX];
    size_t count = 0;
    for (size_t done = 0; done < bytes && s[count]; count++) {
        size_t n = wcrtomb(room, s[count], &at);
        if (n == FAILED || n > bytes - done) break;
        done += n;
    }
    return count;
}

/* Records that n characters were stored in room for `max`. If n < max, the terminator was
 * reached. */
static void to_wide(struct ort_site site, struct ordo_scope *account, const char *src,
                    const wchar_t *dst, size_t n, size_t max) {
    uint64_t cells;
    if (n == FAILED) {
        cells = reads(site, src, 1);
    } else {
        int ended = !dst || n < max;
        cells = reads(site, src, ended ? ort_scan_length(src) + 1 : bytes_of(src, n));
        if (dst) cells += writes(site, dst, (ended ? n + 1 : n) * W);
    }
    charge(site, account, cells);
}

static void to_bytes(struct ort_site site, struct ordo_scope *account, const wchar_t *src,
                     const char *dst, size_t n, size_t max) {
    uint64_t cells;
    if (n == FAILED) {
        cells = reads(site, src, W);
    } else {
        size_t count = dst ? wide_of(src, n) : ort_wide_length(src);
        int ended = !dst || (n < max && !src[count]);
        cells = reads(site, src, (ended ? count + 1 : count) * W);
        if (dst) cells += writes(site, dst, ended ? n + 1 : n);
    }
    charge(site, account, cells);
}

#define WHOLE(fn, to, from, effect)                                                                \
    ORT_MODEL(size_t, fn, (to * dst, const from *src, size_t max)) {                               \
        struct ort_site site = ort_site();                                                         \
        size_t n = fn(dst, src, max);                                                              \
        if (site.on) effect(site, &account_##fn, src, dst, n, max);                                \
        return n;                                                                                  \
    }                                                                                              \
    ORT_VARIANT(size_t, __##fn##_chk, (to * dst, const from *src, size_t max, size_t room)) {      \
        struct ort_site site = ort_site();                                                         \
        size_t n = __##fn##_chk(dst, src, max, room);                                              \
        if (site.on) effect(site, &account_##fn, src, dst, n, max);                                \
        return n;                                                                                  \
    }
WHOLE(mbstowcs, wchar_t, char, to_wide)
WHOLE(wcstombs, char, wchar_t, to_bytes)

/* Records a restartable conversion. With a destination, *at says where it stopped: NULL after the
 * terminator. */
static void restarted(struct ort_site site, struct ordo_scope *account, const void *from,
                      const void *at, size_t from_unit, size_t length, const void *dst, size_t n,
                      size_t to_unit, const mbstate_t *ps) {
    const void *stop = *(const void *const *)at;
    uint64_t cells = reads(site, at, sizeof(void *));
    size_t seen =
        dst && stop ? (size_t)((const char *)stop - (const char *)from) : (length + 1) * from_unit;
    cells += reads(site, from, seen);
    if (dst) {
        if (n != FAILED) cells += writes(site, dst, (stop ? n : n + 1) * to_unit);
        cells += writes(site, at, sizeof(void *));
    }
    cells += state(site, ps);
    charge(site, account, cells);
}

static size_t last_of(size_t length, size_t limit) {
    return length < limit ? length : limit - 1;
}

/* `last` is the index of the last character of s that a conversion of all of it looks at. */
#define RESTART(define, charged, fn, to, from, last, params, args)                                 \
    define(size_t, fn, params) {                                                                   \
        struct ort_site site = ort_site();                                                         \
        const from *s = *src;                                                                      \
        size_t whole = site.on && !dst ? last : 0;                                                 \
        size_t n = fn args;                                                                        \
        if (site.on) {                                                                             \
            if (dst && !*src) whole = last;                                                        \
            restarted(site, &account_##charged, s, src, sizeof *s, whole, dst, n, sizeof *dst,     \
                      ps);                                                                         \
        }                                                                                          \
        return n;                                                                                  \
    }
RESTART(ORT_MODEL, mbsrtowcs, mbsrtowcs, wchar_t, char, ort_scan_length(s),
        (wchar_t * dst, const char **src, size_t max, mbstate_t *ps), (dst, src, max, ps))
RESTART(ORT_VARIANT, mbsrtowcs, __mbsrtowcs_chk, wchar_t, char, ort_scan_length(s),
        (wchar_t * dst, const char **src, size_t max, mbstate_t *ps, size_t room),
        (dst, src, max, ps, room))
RESTART(ORT_MODEL, wcsrtombs, wcsrtombs, char, wchar_t, ort_wide_length(s),
        (char *dst, const wchar_t **src, size_t max, mbstate_t *ps), (dst, src, max, ps))
RESTART(ORT_VARIANT, wcsrtombs, __wcsrtombs_chk, char, wchar_t, ort_wide_length(s),
        (char *dst, const wchar_t **src, size_t max, mbstate_t *ps, size_t room),
        (dst, src, max, ps, room))

RESTART(ORT_MODEL, mbsnrtowcs, mbsnrtowcs, wchar_t, char,
        last_of(ort_scan_length_max(s, limit), limit),
        (wchar_t * dst, const char **src, size_t limit, size_t max, mbstate_t *ps),
        (dst, src, limit, max, ps))
RESTART(ORT_VARIANT, mbsnrtowcs, __mbsnrtowcs_chk, wchar_t, char,
        last_of(ort_scan_length_max(s, limit), limit),
        (wchar_t * dst, const char **src, size_t limit, size_t max, mbstate_t *ps, size_t room),
        (dst, src, limit, max, ps, room))
RESTART(ORT_MODEL, wcsnrtombs, wcsnrtombs, char, wchar_t,
        last_of(ort_wide_length_max(s, limit), limit),
        (char *dst, const wchar_t **src, size_t limit, size_t max, mbstate_t *ps),
        (dst, src, limit, max, ps))
RESTART(ORT_VARIANT, wcsnrtombs, __wcsnrtombs_chk, char, wchar_t,
        last_of(ort_wide_length_max(s, limit), limit),
        (char *dst, const wchar_t **src, size_t limit, size_t max, mbstate_t *ps, size_t room),
        (dst, src, limit, max, ps, room))

/* Records that one character of n bytes was read, out of at most `max` bytes. */
static void one_read(struct ort_site site, struct ordo_scope *account, const char *s, size_t n,
                     size_t max, const wchar_t *out, const mbstate_t *ps) {
    uint64_t cells = 0;
    if (s && max) {
        cells = reads(site, s, n == INCOMPLETE ? max : n == FAILED || !n ? 1 : n);
        if (out && n <= max) cells += writes(site, out, W);
    }
    cells += state(site, ps);
    charge(site, account, cells);
}

ORT_AFTER(ORT_MODEL, size_t, mbrtowc, (wchar_t * out, const char *s, size_t max, mbstate_t *ps), n,
          mbrtowc(out, s, max, ps), one_read(site, &account_mbrtowc, s, n, max, out, ps))

ORT_AFTER(ORT_MODEL, size_t, mbrlen, (const char *s, size_t max, mbstate_t *ps), n,
          mbrlen(s, max, ps), one_read(site, &account_mbrlen, s, n, max, NULL, ps))

ORT_AFTER(ORT_MODEL, int, mbtowc, (wchar_t * out, const char *s, size_t max), n,
          mbtowc(out, s, max),
          one_read(site, &account_mbtowc, s, n < 0 ? FAILED : (size_t)n, max, out, NULL))

ORT_AFTER(ORT_MODEL, int, mblen, (const char *s, size_t max), n, mblen(s, max),
          one_read(site, &account_mblen, s, n < 0 ? FAILED : (size_t)n, max, NULL, NULL))

static void one_written(struct ort_site site, struct ordo_scope *account, const char *s, size_t n,
                        const mbstate_t *ps) {
    uint64_t cells = s && n != FAILED ? writes(site, s, n) : 0;
    cells += state(site, ps);
    charge(site, account, cells);
}

ORT_AFTER(ORT_MODEL, size_t, wcrtomb, (char *s, wchar_t c, mbstate_t *ps), n, wcrtomb(s, c, ps),
          one_written(site, &account_wcrtomb, s, n, ps))

ORT_AFTER(ORT_VARIANT, size_t, __wcrtomb_chk, (char *s, wchar_t c, mbstate_t *ps, size_t room), n,
          __wcrtomb_chk(s, c, ps, room), one_written(site, &account_wcrtomb, s, n, ps))

ORT_AFTER(ORT_MODEL, int, wctomb, (char *s, wchar_t c), n, wctomb(s, c),
          one_written(site, &account_wctomb, s, n < 0 ? FAILED : (size_t)n, NULL))

ORT_AFTER(ORT_VARIANT, int, __wctomb_chk, (char *s, wchar_t c, size_t room), n,
          __wctomb_chk(s, c, room),
          one_written(site, &account_wctomb, s, n < 0 ? FAILED : (size_t)n, NULL))

/* The pointers that iconv advances show what it consumed and produced. */
ORT_MODEL(size_t, iconv, (iconv_t cd, char **in, size_t *in_left, char **out, size_t *out_left)) {
    struct ort_site site = ort_site();
    char *in_from = in ? *in : NULL, *out_from = out ? *out : NULL;
    size_t n = iconv(cd, in, in_left, out, out_left);
    if (site.on) {
        uint64_t cells = 0;
        if (in_from) {
            cells += reads(site, in_from, (size_t)(*in - in_from));
            cells += writes(site, in, sizeof *in);
            cells += writes(site, in_left, sizeof *in_left);
        }
        if (out_from) {
            cells += writes(site, out_from, (size_t)(*out - out_from));
            cells += writes(site, out, sizeof *out);
            cells += writes(site, out_left, sizeof *out_left);
        }
        charge(site, &account_iconv, cells);
    }
    return n;
}
