/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * libc_string.c: models of the routines that measure, copy and compare strings.
 *
 * A string is read through its terminator. A comparison reads both strings through the first
 * difference. Sources are read before destinations are written. Searches are in libc_search.c.
 * Cost: the cells read and written.
 */
#include "libc_scan.h"
#include "libc_wrap.h"
#include <ctype.h>
#include <locale.h>
#include <string.h>
#include <strings.h>

extern char *__strcpy_chk(char *, const char *, size_t);
extern char *__stpcpy_chk(char *, const char *, size_t);
extern char *__strncpy_chk(char *, const char *, size_t, size_t);
extern char *__stpncpy_chk(char *, const char *, size_t, size_t);
extern char *__strcat_chk(char *, const char *, size_t);
extern char *__strncat_chk(char *, const char *, size_t, size_t);
extern int __xpg_strerror_r(int, char *, size_t);

static uint64_t text_read(struct ort_site site, const void *p, size_t size) {
    ort_effect_text(p);
    return reads(site, p, size);
}

static uint64_t text_written(struct ort_site site, const void *p, size_t size) {
    ort_effect_text(p);
    return writes(site, p, size);
}

ORT_AFTER(ORT_MODEL, size_t, strlen, (const char *s), n, strlen(s),
          charge_counted(site, &account_strlen, text_read(site, s, n + 1), n))

ORT_AFTER(ORT_MODEL, size_t, strnlen, (const char *s, size_t max), n, strnlen(s, max),
          charge(site, &account_strnlen, text_read(site, s, n < max ? n + 1 : n)))

/* Records a copy: the source is read as far as it was copied, and the destination is written with
 * its terminator. */
static void copied(struct ort_site site, struct ordo_scope *account, const char *dst,
                   const char *src) {
    size_t n = ort_scan_length(dst) + 1;
    uint64_t cells = text_read(site, src, n);
    cells += text_written(site, dst, n);
    charge(site, account, cells);
}

/* strncpy pads with NULs: it writes `size` bytes, whatever the source's length. */
static void copied_padded(struct ort_site site, struct ordo_scope *account, const char *dst,
                          const char *src, size_t size) {
    size_t n = ort_scan_length_max(dst, size);
    uint64_t cells = text_read(site, src, n < size ? n + 1 : n);
    cells += text_written(site, dst, size);
    charge(site, account, cells);
}

#define COPY(fn)                                                                                   \
    ORT_MODEL(char *, fn, (char *dst, const char *src)) {                                          \
        struct ort_site site = ort_site();                                                         \
        char *r = fn(dst, src);                                                                    \
        if (site.on) copied(site, &account_##fn, dst, src);                                        \
        return r;                                                                                  \
    }                                                                                              \
    ORT_VARIANT(char *, __##fn##_chk, (char *dst, const char *src, size_t room)) {                 \
        struct ort_site site = ort_site();                                                         \
        char *r = __##fn##_chk(dst, src, room);                                                    \
        if (site.on) copied(site, &account_##fn, dst, src);                                        \
        return r;                                                                                  \
    }
COPY(strcpy)
COPY(stpcpy)

#define COPY_PADDED(fn)                                                                            \
    ORT_MODEL(char *, fn, (char *dst, const char *src, size_t size)) {                             \
        struct ort_site site = ort_site();                                                         \
        char *r = fn(dst, src, size);                                                              \
        if (site.on) copied_padded(site, &account_##fn, dst, src, size);                           \
        return r;                                                                                  \
    }                                                                                              \
    ORT_VARIANT(char *, __##fn##_chk, (char *dst, const char *src, size_t size, size_t room)) {    \
        struct ort_site site = ort_site();                                                         \
        char *r = __##fn##_chk(dst, src, size, room);                                              \
        if (site.on) copied_padded(site, &account_##fn, dst, src, size);                           \
        return r;                                                                                  \
    }
COPY_PADDED(strncpy)
COPY_PADDED(stpncpy)

/* Records an append: the destination is read to its end, then the source, then what was appended is
 * written. `at` is where the destination's terminator was. strncat reads no terminator that lies
 * past `max`. */
static void appended(struct ort_site site, struct ordo_scope *account, const char *dst, size_t at,
                     const char *src, size_t max) {
    size_t n = ort_scan_length(dst + at);
    uint64_t cells = text_read(site, dst, at + 1);
    cells += text_read(site, src, n < max ? n + 1 : n);
    cells += text_written(site, dst + at, n + 1);
    charge(site, account, cells);
}

ORT_MODEL(char *, strcat, (char *dst, const char *src)) {
    struct ort_site site = ort_site();
    size_t at = site.on ? ort_scan_length(dst) : 0;
    char *r = strcat(dst, src);
    if (site.on) appended(site, &account_strcat, dst, at, src, SIZE_MAX);
    return r;
}

ORT_VARIANT(char *, __strcat_chk, (char *dst, const char *src, size_t room)) {
    struct ort_site site = ort_site();
    size_t at = site.on ? ort_scan_length(dst) : 0;
    char *r = __strcat_chk(dst, src, room);
    if (site.on) appended(site, &account_strcat, dst, at, src, SIZE_MAX);
    return r;
}

ORT_MODEL(char *, strncat, (char *dst, const char *src, size_t max)) {
    struct ort_site site = ort_site();
    size_t at = site.on ? ort_scan_length(dst) : 0;
    char *r = strncat(dst, src, max);
    if (site.on) appended(site, &account_strncat, dst, at, src, max);
    return r;
}

ORT_VARIANT(char *, __strncat_chk, (char *dst, const char *src, size_t max, size_t room)) {
    struct ort_site site = ort_site();
    size_t at = site.on ? ort_scan_length(dst) : 0;
    char *r = __strncat_chk(dst, src, max, room);
    if (site.on) appended(site, &account_strncat, dst, at, src, max);
    return r;
}

static void compared(struct ort_site site, struct ordo_scope *account, const char *a, const char *b,
                     size_t seen) {
    uint64_t cells = text_read(site, a, seen);
    cells += text_read(site, b, seen);
    charge(site, account, cells);
}

ORT_AFTER(ORT_MODEL, int, strcmp, (const char *a, const char *b), r, strcmp(a, b),
          compared(site, &account_strcmp, a, b, ort_scan_compared(a, b, SIZE_MAX)))

ORT_AFTER(ORT_MODEL, int, strncmp, (const char *a, const char *b, size_t max), r,
          strncmp(a, b, max), compared(site, &account_strncmp, a, b, ort_scan_compared(a, b, max)))

static size_t folded_compared(const char *a, const char *b, size_t max, locale_t locale) {
    for (size_t n = 0; n < max; n++) {
        unsigned char x = (unsigned char)a[n], y = (unsigned char)b[n];
        int same = x == y || (locale ? tolower_l(x, locale) == tolower_l(y, locale)
                                     : tolower(x) == tolower(y));
        if (!same || !x) return n + 1;
    }
    return max;
}

ORT_AFTER(ORT_MODEL, int, strcasecmp, (const char *a, const char *b), r, strcasecmp(a, b),
          compared(site, &account_strcasecmp, a, b, folded_compared(a, b, SIZE_MAX, NULL)))

ORT_AFTER(ORT_MODEL, int, strncasecmp, (const char *a, const char *b, size_t max), r,
          strncasecmp(a, b, max),
          compared(site, &account_strncasecmp, a, b, folded_compared(a, b, max, NULL)))

ORT_AFTER(ORT_VARIANT, int, strcasecmp_l, (const char *a, const char *b, locale_t l), r,
          strcasecmp_l(a, b, l),
          compared(site, &account_strcasecmp, a, b, folded_compared(a, b, SIZE_MAX, l)))

ORT_AFTER(ORT_VARIANT, int, strncasecmp_l, (const char *a, const char *b, size_t max, locale_t l),
          r, strncasecmp_l(a, b, max, l),
          compared(site, &account_strncasecmp, a, b, folded_compared(a, b, max, l)))

/* Collation reads both strings whole. */
static void collated(struct ort_site site, struct ordo_scope *account, const char *a,
                     const char *b) {
    uint64_t cells = text_read(site, a, ort_scan_length(a) + 1);
    cells += text_read(site, b, ort_scan_length(b) + 1);
    charge(site, account, cells);
}

ORT_AFTER(ORT_MODEL, int, strcoll, (const char *a, const char *b), r, strcoll(a, b),
          collated(site, &account_strcoll, a, b))

ORT_AFTER(ORT_VARIANT, int, strcoll_l, (const char *a, const char *b, locale_t l), r,
          strcoll_l(a, b, l), collated(site, &account_strcoll, a, b))

ORT_AFTER(ORT_MODEL, int, strverscmp, (const char *a, const char *b), r, strverscmp(a, b),
          compared(site, &account_strverscmp, a, b, ort_scan_compared(a, b, SIZE_MAX)))

/* Records a transformation: the source is read whole, and the destination is written only if the
 * result fits. */
static void transformed(struct ort_site site, struct ordo_scope *account, const char *dst,
                        const char *src, size_t size, size_t needed) {
    uint64_t cells = text_read(site, src, ort_scan_length(src) + 1);
    if (needed < size) cells += text_written(site, dst, needed + 1);
    charge(site, account, cells);
}

ORT_AFTER(ORT_MODEL, size_t, strxfrm, (char *dst, const char *src, size_t size), n,
          strxfrm(dst, src, size), transformed(site, &account_strxfrm, dst, src, size, n))

ORT_AFTER(ORT_VARIANT, size_t, strxfrm_l, (char *dst, const char *src, size_t size, locale_t l), n,
          strxfrm_l(dst, src, size, l), transformed(site, &account_strxfrm, dst, src, size, n))

/* The library's message is not input. A message in the caller's buffer is written. */
ORT_AFTER(ORT_MODEL, char *, strerror_r, (int error, char *buffer, size_t size), r,
          strerror_r(error, buffer, size),
          charge(site, &account_strerror_r,
                 r == buffer && size ? text_written(site, r, ort_scan_length(r) + 1) : 0))

ORT_AFTER(ORT_VARIANT, int, __xpg_strerror_r, (int error, char *buffer, size_t size), r,
          __xpg_strerror_r(error, buffer, size),
          charge(site, &account_strerror_r,
                 size ? text_written(site, buffer, ort_scan_length(buffer) + 1) : 0))
