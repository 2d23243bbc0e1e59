/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * lab_csv.h: the laboratory's counts as CSV (RFC 4180): one row per experiment, statement and size.
 *
 * Units:   counts are executions: own_* of the statement; inclusive_* with the counted constructs
 *          in the calls it made; min, max, sum and sumsq over the repetitions at that size
 * Errors:  ORDO_ENVIRONMENT if writing to `out` fails
 * Threads: reentrant, except for `out`
 */
#ifndef ORDO_LAB_CSV_H
#define ORDO_LAB_CSV_H

#include "base/status.h"
#include "lab/lab.h"

#include <stdio.h>

enum ordo_status ordo_lab_csv_write(FILE *out, const struct ordo_lab *lab,
                                    struct ordo_error *error);

#endif
