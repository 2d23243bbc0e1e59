/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * numerals.h: formats numbers for people.
 *
 * Memory:  functions write into the caller's buffer of ORDO_NUMERAL_BYTES and return it
 * Threads: pure
 */
#ifndef ORDO_NUMERALS_H
#define ORDO_NUMERALS_H

#include <stdint.h>

#define ORDO_NUMERAL_BYTES 48

/* Formats 1234567 as "1,234,567". */
const char *ordo_numeral_exact(char *out, uint64_t v);

/* Formats exactly below ten million, then with four significant digits: "12.35 M", "1.235 G". */
const char *ordo_numeral_short(char *out, uint64_t v);

/* Formats the 128-bit number high * 2^64 + low in decimal, without separators. */
const char *ordo_numeral_wide(char *out, uint64_t high, uint64_t low);

#endif
