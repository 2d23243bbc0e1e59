/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * scan.h: reads the values of a parameter to scan over: "n=100:100000:log20" (20 values, evenly
 * spaced on a logarithmic axis), "n=0:50:lin11", "n=60,200,500" (literal values).
 *
 * If both ends are integers, values are rounded and equal neighbours are removed.
 *
 * Errors:  ORDO_BAD_INPUT, with the text; *out is then unchanged
 * Memory:  *out is the caller's; ordo_scan_done frees its contents
 * Threads: pure, reentrant
 */
#ifndef ORDO_SCAN_H
#define ORDO_SCAN_H

#include "base/status.h"

#include <stddef.h>

struct ordo_scan {
    char *name;
    double *values;
    size_t n;
};

enum ordo_status ordo_scan_read(const char *text, struct ordo_scan *out, struct ordo_error *error);
void ordo_scan_done(struct ordo_scan *s);

#define ORDO_SCAN_NUMERAL 32
/* Writes a value as an argument of a program: "100", "0.25". */
void ordo_scan_numeral(char out[ORDO_SCAN_NUMERAL], double value);

#endif
