/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * numerals.c: numbers formatted digit by digit from the end.
 */
#include "base/numerals.h"

#include <stdio.h>
#include <string.h>

const char *ordo_numeral_exact(char *out, uint64_t v) {
    char digits[ORDO_NUMERAL_BYTES], *d = digits + sizeof digits;
    int n = 0;
    *--d = '\0';
    do {
        if (n && n % 3 == 0) *--d = ',';
        *--d = (char)('0' + v % 10);
        n++;
    } while (v /= 10);
    return memcpy(out, d, (size_t)(digits + sizeof digits - d));
}

const char *ordo_numeral_short(char *out, uint64_t v) {
    if (v < 10000000) return ordo_numeral_exact(out, v);
    static const char units[] = "MGTPE";
    int unit = 0;
    double x = (double)v / 1e6;
    while (x >= 999.95) {
        x /= 1e3;
        unit++;
    }
    int decimals = x < 9.9995 ? 3 : x < 99.995 ? 2 : 1;
    snprintf(out, ORDO_NUMERAL_BYTES, "%.*f %c", decimals, x, units[unit]);
    return out;
}

const char *ordo_numeral_wide(char *out, uint64_t high, uint64_t low) {
    unsigned __int128 v = (unsigned __int128)high << 64 | low;
    char digits[ORDO_NUMERAL_BYTES], *d = digits + sizeof digits;
    *--d = '\0';
    do *--d = (char)('0' + (int)(v % 10));
    while (v /= 10);
    return memcpy(out, d, (size_t)(digits + sizeof digits - d));
}
