/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * libc_number.c: models of the routines that turn text into a number.
 *
 * Read: from the start (blanks included) through the character that ended the number. Written: the
 * caller's end pointer. Cost: the cells touched. The plain atoi forms are the library's strtol with
 * base 10, and are called as such when recording, to learn where they stopped.
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

/* CONVERT(defining macro, account, routine, result, character, further parameters, arguments) */
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

INTEGER(long, strtol, char)
INTEGER(long long, strtoll, char)
INTEGER(unsigned long, strtoul, char)
INTEGER(unsigned long long, strtoull, char)
INTEGER(intmax_t, strtoimax, char)
INTEGER(uintmax_t, strtoumax, char)
INTEGER_OF_C23(long, strtol, char)
INTEGER_OF_C23(long long, strtoll, char)
INTEGER_OF_C23(unsigned long, strtoul, char)
INTEGER_OF_C23(unsigned long long, strtoull, char)
INTEGER_OF_C23(intmax_t, strtoimax, char)
INTEGER_OF_C23(uintmax_t, strtoumax, char)
INTEGER_IN_LOCALE(long, strtol, char)
INTEGER_IN_LOCALE(long long, strtoll, char)
INTEGER_IN_LOCALE(unsigned long, strtoul, char)
INTEGER_IN_LOCALE(unsigned long long, strtoull, char)
REAL(double, strtod, char)
REAL(float, strtof, char)
REAL(long double, strtold, char)

INTEGER(long, wcstol, wchar_t)
INTEGER(long long, wcstoll, wchar_t)
INTEGER(unsigned long, wcstoul, wchar_t)
INTEGER(unsigned long long, wcstoull, wchar_t)
INTEGER(intmax_t, wcstoimax, wchar_t)
INTEGER(uintmax_t, wcstoumax, wchar_t)
INTEGER_OF_C23(long, wcstol, wchar_t)
INTEGER_OF_C23(long long, wcstoll, wchar_t)
INTEGER_OF_C23(unsigned long, wcstoul, wchar_t)
INTEGER_OF_C23(unsigned long long, wcstoull, wchar_t)
REAL(double, wcstod, wchar_t)
REAL(float, wcstof, wchar_t)
REAL(long double, wcstold, wchar_t)

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
