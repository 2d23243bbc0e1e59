/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * libc_wide.c: models of the wide-character versions of the string and memory routines.
 *
 * The rules are those of libc_string.c, libc_search.c and libc_memory.c, with four bytes per
 * character. Conversions between multibyte and wide text are in libc_multibyte.c.
 */
#include "libc_scan.h"
#include "libc_wrap.h"
#include <wchar.h>
#include <wctype.h>

#define W sizeof(wchar_t)

extern wchar_t *__wmemcpy_chk(wchar_t *, const wchar_t *, size_t, size_t);
extern wchar_t *__wmemmove_chk(wchar_t *, const wchar_t *, size_t, size_t);
extern wchar_t *__wmempcpy_chk(wchar_t *, const wchar_t *, size_t, size_t);
extern wchar_t *__wmemset_chk(wchar_t *, wchar_t, size_t, size_t);
extern wchar_t *__wcscpy_chk(wchar_t *, const wchar_t *, size_t);
extern wchar_t *__wcpcpy_chk(wchar_t *, const wchar_t *, size_t);
extern wchar_t *__wcsncpy_chk(wchar_t *, const wchar_t *, size_t, size_t);
extern wchar_t *__wcpncpy_chk(wchar_t *, const wchar_t *, size_t, size_t);
extern wchar_t *__wcscat_chk(wchar_t *, const wchar_t *, size_t);
extern wchar_t *__wcsncat_chk(wchar_t *, const wchar_t *, size_t, size_t);

static void from_to(struct ort_site site, struct ordo_scope *account, const wchar_t *src,
                    size_t read, const wchar_t *dst, size_t written) {
    uint64_t cells = reads(site, src, read * W);
    cells += writes(site, dst, written * W);
    charge(site, account, cells);
}

static void both(struct ort_site site, struct ordo_scope *account, const wchar_t *a,
                 const wchar_t *b, size_t seen) {
    uint64_t cells = reads(site, a, seen * W);
    cells += reads(site, b, seen * W);
    charge(site, account, cells);
}

/* Defines a routine that writes to `dst`, and its checked variant, whose last argument is the room
 * there. `before` is done before the call. */
#define LIST(...) __VA_ARGS__
#define WRITER_(define, charged, fn, params, args, before, effect)                                 \
    define(wchar_t *, fn, params) {                                                                \
        struct ort_site site = ort_site();                                                         \
        struct ordo_scope *account = &account_##charged;                                           \
        before;                                                                                    \
        wchar_t *r = fn args;                                                                      \
        if (site.on) effect;                                                                       \
        return r;                                                                                  \
    }
#define WRITER(fn, params, args, before, effect)                                                   \
    WRITER_(ORT_MODEL, fn, fn, (LIST params), (LIST args), before, effect)                         \
    WRITER_(ORT_VARIANT, fn, __##fn##_chk, (LIST params, size_t room), (LIST args, room), before,  \
            effect)

#define MEMORY_COPY(fn)                                                                            \
    WRITER(fn, (wchar_t * dst, const wchar_t *src, size_t count), (dst, src, count), ,             \
           from_to(site, account, src, count, dst, count))
MEMORY_COPY(wmemcpy)
MEMORY_COPY(wmemmove)
MEMORY_COPY(wmempcpy)
WRITER(wmemset, (wchar_t * dst, wchar_t c, size_t count), (dst, c, count), ,
       charge(site, account, writes(site, dst, count *W)))

ORT_AFTER(ORT_MODEL, wchar_t *, wmemchr, (const wchar_t *s, wchar_t c, size_t count), r,
          wmemchr(s, c, count),
          charge(site, &account_wmemchr, reads(site, s, (r ? (size_t)(r - s) + 1 : count) * W)))

ORT_AFTER(ORT_MODEL, size_t, wcslen, (const wchar_t *s), n, wcslen(s),
          charge(site, &account_wcslen, reads(site, s, (n + 1) * W)))

ORT_AFTER(ORT_MODEL, size_t, wcsnlen, (const wchar_t *s, size_t max), n, wcsnlen(s, max),
          charge(site, &account_wcsnlen, reads(site, s, (n < max ? n + 1 : n) * W)))

static void copied(struct ort_site site, struct ordo_scope *account, const wchar_t *dst,
                   const wchar_t *src) {
    size_t n = ort_wide_length(dst) + 1;
    from_to(site, account, src, n, dst, n);
}

static void copied_padded(struct ort_site site, struct ordo_scope *account, const wchar_t *dst,
                          const wchar_t *src, size_t count) {
    size_t n = ort_wide_length_max(dst, count);
    from_to(site, account, src, n < count ? n + 1 : n, dst, count);
}

#define COPY(fn)                                                                                   \
    WRITER(fn, (wchar_t * dst, const wchar_t *src), (dst, src), , copied(site, account, dst, src))
COPY(wcscpy)
COPY(wcpcpy)

#define COPY_PADDED(fn)                                                                            \
    WRITER(fn, (wchar_t * dst, const wchar_t *src, size_t count), (dst, src, count), ,             \
           copied_padded(site, account, dst, src, count))
COPY_PADDED(wcsncpy)
COPY_PADDED(wcpncpy)

static void appended(struct ort_site site, struct ordo_scope *account, const wchar_t *dst,
                     size_t at, const wchar_t *src, size_t max) {
    size_t n = ort_wide_length(dst + at);
    uint64_t cells = reads(site, dst, (at + 1) * W);
    cells += reads(site, src, (n < max ? n + 1 : n) * W);
    cells += writes(site, dst + at, (n + 1) * W);
    charge(site, account, cells);
}

WRITER(wcscat, (wchar_t * dst, const wchar_t *src), (dst, src),
       size_t at = site.on ? ort_wide_length(dst) : 0,
       appended(site, account, dst, at, src, SIZE_MAX))
WRITER(wcsncat, (wchar_t * dst, const wchar_t *src, size_t count), (dst, src, count),
       size_t at = site.on ? ort_wide_length(dst) : 0, appended(site, account, dst, at, src, count))

static size_t folded_compared(const wchar_t *a, const wchar_t *b, size_t max) {
    for (size_t n = 0; n < max; n++) {
        int same = a[n] == b[n] || towlower((wint_t)a[n]) == towlower((wint_t)b[n]);
        if (!same || !a[n]) return n + 1;
    }
    return max;
}

#define COMPARE(fn, params, args, seen)                                                            \
    ORT_MODEL(int, fn, params) {                                                                   \
        struct ort_site site = ort_site();                                                         \
        int r = fn args;                                                                           \
        if (site.on) both(site, &account_##fn, a, b, seen);                                        \
        return r;                                                                                  \
    }
COMPARE(wmemcmp, (const wchar_t *a, const wchar_t *b, size_t count), (a, b, count),
        ort_wide_memory_compared(a, b, count))
COMPARE(wcscmp, (const wchar_t *a, const wchar_t *b), (a, b), ort_wide_compared(a, b, SIZE_MAX))
COMPARE(wcsncmp, (const wchar_t *a, const wchar_t *b, size_t max), (a, b, max),
        ort_wide_compared(a, b, max))
COMPARE(wcscasecmp, (const wchar_t *a, const wchar_t *b), (a, b), folded_compared(a, b, SIZE_MAX))
COMPARE(wcsncasecmp, (const wchar_t *a, const wchar_t *b, size_t max), (a, b, max),
        folded_compared(a, b, max))

ORT_MODEL(int, wcscoll, (const wchar_t *a, const wchar_t *b)) {
    struct ort_site site = ort_site();
    int r = wcscoll(a, b);
    if (site.on) {
        uint64_t cells = reads(site, a, (ort_wide_length(a) + 1) * W);
        cells += reads(site, b, (ort_wide_length(b) + 1) * W);
        charge(site, &account_wcscoll, cells);
    }
    return r;
}

ORT_AFTER(ORT_MODEL, size_t, wcsxfrm, (wchar_t * dst, const wchar_t *src, size_t count), n,
          wcsxfrm(dst, src, count),
          from_to(site, &account_wcsxfrm, src, ort_wide_length(src) + 1, dst,
                  n < count ? n + 1 : 0))

#define SEARCH(fn, hit)                                                                            \
    ORT_MODEL(wchar_t *, fn, (const wchar_t *s, wchar_t c)) {                                      \
        struct ort_site site = ort_site();                                                         \
        wchar_t *r = fn(s, c);                                                                     \
        if (site.on) {                                                                             \
            const wchar_t *end = hit;                                                              \
            size_t seen = (end ? (size_t)(end - s) : ort_wide_length(s)) + 1;                      \
            charge(site, &account_##fn, reads(site, s, seen *W));                                  \
        }                                                                                          \
        return r;                                                                                  \
    }
SEARCH(wcschr, r)
SEARCH(wcschrnul, r)
SEARCH(wcsrchr, NULL)

#define SEARCH_STRING(fn)                                                                          \
    ORT_MODEL(wchar_t *, fn, (const wchar_t *hay, const wchar_t *needle)) {                        \
        struct ort_site site = ort_site();                                                         \
        wchar_t *r = fn(hay, needle);                                                              \
        if (site.on) {                                                                             \
            size_t n = ort_wide_length(needle);                                                    \
            size_t seen = r ? (size_t)(r - hay) + n : ort_wide_length(hay) + 1;                    \
            uint64_t cells = reads(site, needle, (n + 1) * W);                                     \
            cells += reads(site, hay, seen * W);                                                   \
            charge(site, &account_##fn, cells);                                                    \
        }                                                                                          \
        return r;                                                                                  \
    }
SEARCH_STRING(wcsstr)
SEARCH_STRING(wcswcs)

static void spanned(struct ort_site site, struct ordo_scope *account, const wchar_t *s,
                    size_t length, const wchar_t *set) {
    uint64_t cells = reads(site, s, (length + 1) * W);
    cells += reads(site, set, (ort_wide_length(set) + 1) * W);
    charge(site, account, cells);
}

#define SPAN(fn)                                                                                   \
    ORT_MODEL(size_t, fn, (const wchar_t *s, const wchar_t *set)) {                                \
        struct ort_site site = ort_site();                                                         \
        size_t n = fn(s, set);                                                                     \
        if (site.on) spanned(site, &account_##fn, s, n, set);                                      \
        return n;                                                                                  \
    }
SPAN(wcsspn)
SPAN(wcscspn)

ORT_AFTER(ORT_MODEL, wchar_t *, wcspbrk, (const wchar_t *s, const wchar_t *set), r, wcspbrk(s, set),
          spanned(site, &account_wcspbrk, s, r ? (size_t)(r - s) : ort_wide_length(s), set))

ORT_MODEL(wchar_t *, wcstok, (wchar_t * s, const wchar_t *set, wchar_t **save)) {
    struct ort_site site = ort_site();
    const wchar_t *from = s ? s : *save;
    wchar_t *r = wcstok(s, set, save);
    if (site.on) {
        uint64_t cells = s ? 0 : reads(site, save, sizeof *save);
        if (r) {
            const wchar_t *end = r + ort_wide_length(r);
            cells += reads(site, from, ((size_t)(end - from) + 1) * W);
            if (*save && *save > end) cells += writes(site, end, W);
        } else if (from) {
            cells += reads(site, from, (ort_wide_length(from) + 1) * W);
        }
        cells += reads(site, set, (ort_wide_length(set) + 1) * W);
        cells += writes(site, save, sizeof *save);
        charge(site, &account_wcstok, cells);
    }
    return r;
}
