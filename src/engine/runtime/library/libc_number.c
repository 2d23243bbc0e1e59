/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * libc_number.c: models of the routines that convert text to a number.
 *
 * Read: from the start, blanks included, through the character that ended the number. Written: the
 * caller's end pointer. Cost: the cells touched. While recording, atoi, atol and atoll call the
 * strtol routine that they are equivalent to, with base 10, and atof calls strtod, to learn where
 * the number ended.
 */
#include "libc_wrap.h"
#include <inttypes.h>
#include <locale.h>
#include <stdlib.h>
#include <wchar.h>

static void converted(struct ort_site site, struct ordo_scope *account, const void *s,
                      const void *end, size_t character, const void *out) {
    uint64_t cells = reads(site, s, (size_t)((const char *)end - (const char *)s) + character);
    if (out) cells += writes(site, out, sizeof(char *));
    charge(site, account, cells);
}

/* CONVERT_AS(defining macro, account, result, routine, character, further parameters, arguments) */
#define CONVERT_AS(define, charged, ret, fn, ch, params, args)                                     \
    define(ret, fn, (const ch *s, ch **out EXPAND params)) {                                       \
        struct ort_site site = ort_site();                                                         \
        ch *end;                                                                                   \
        ret r = fn(s, &end EXPAND args);                                                           \
        if (out) *out = end;                                                                       \
        if (site.on) converted(site, &account_##charged, s, end, sizeof *s, out);                  \
        return r;                                                                                  \
    }
#define EXPAND(...) __VA_OPT__(, ) __VA_ARGS__

#define INTEGER(ret, fn, ch) CONVERT_AS(ORT_MODEL, fn, ret, fn, ch, (int base), (base))
#define INTEGER_OF_C23(ret, fn, ch)                                                                \
    extern ORT_WEAK ret __isoc23_##fn(const ch *, ch **, int);                                     \
    CONVERT_AS(ORT_VARIANT, fn, ret, __isoc23_##fn, ch, (int base), (base))
#define INTEGER_IN_LOCALE(ret, fn, ch)                                                             \
    extern ret fn##_l(const ch *, ch **, int, locale_t);                                           \
    CONVERT_AS(ORT_VARIANT, fn, ret, fn##_l, ch, (int base, locale_t l), (base, l))
#define REAL(ret, fn, ch)                                                                          \
    CONVERT_AS(ORT_MODEL, fn, ret, fn, ch, (), ())                                                 \
    extern ret fn##_l(const ch *, ch **, locale_t);                                                \
    CONVERT_AS(ORT_VARIANT, fn, ret, fn##_l, ch, (locale_t l), (l))

/* Applies `one` to every integer type that the library converts to; the names begin with
 * `prefix`. */
#define LONGS(one, prefix, ch)                                                                     \
    one(long, prefix##tol, ch) one(long long, prefix##toll, ch)                                    \
        one(unsigned long, prefix##toul, ch) one(unsigned long long, prefix##toull, ch)
#define INTEGERS(one, prefix, ch)                                                                  \
    LONGS(one, prefix, ch)                                                                         \
    one(intmax_t, prefix##toimax, ch) one(uintmax_t, prefix##toumax, ch)
#define REALS(prefix, ch)                                                                          \
    REAL(double, prefix##tod, ch)                                                                  \
    REAL(float, prefix##tof, ch)                                                                   \
    REAL(long double, prefix##told, ch)

INTEGERS(INTEGER, str, char)
INTEGERS(INTEGER_OF_C23, str, char)
LONGS(INTEGER_IN_LOCALE, str, char)
REALS(str, char)

INTEGERS(INTEGER, wcs, wchar_t)
LONGS(INTEGER_OF_C23, wcs, wchar_t)
REALS(wcs, wchar_t)

#define PLAIN(ret, fn, conversion)                                                                 \
    ORT_MODEL(ret, fn, (const char *s)) {                                                          \
        struct ort_site site = ort_site();                                                         \
        if (!site.on) return fn(s);                                                                \
        char *end;                                                                                 \
        ret r = (ret)conversion;                                                                   \
        converted(site, &account_##fn, s, end, 1, NULL);                                           \
        return r;                                                                                  \
    }
PLAIN(int, atoi, strtol(s, &end, 10))
PLAIN(long, atol, strtol(s, &end, 10))
PLAIN(long long, atoll, strtoll(s, &end, 10))
PLAIN(double, atof, strtod(s, &end))
