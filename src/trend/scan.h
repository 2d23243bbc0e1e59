/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * scan.h: the values of a parameter that a user scans over: "n=100:100000:log20" (20 values, evenly
 * spread on a logarithmic axis), "n=0:50:lin11", "n=60,200,500" (as they stand).
 *
 * Ends that are integers give integers, rounded, equal neighbours once.
 *
 * Errors:  ORDO_BAD_INPUT, with the text; *out is then untouched
 * Memory:  *out is the caller's storage; ordo_scan_done frees what it holds
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
/* A value as an argument of a program: "100", "0.25". */
void ordo_scan_numeral(char out[ORDO_SCAN_NUMERAL], double value);

#endif
