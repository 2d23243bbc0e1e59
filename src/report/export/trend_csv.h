/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * trend_csv.h: a trend as one table: a row for each feature and each location, a column for each
 * workload that is ok. The values are numbers of executions, except those of features.
 *
 * Columns: kind ("feature" or "location"), name (of the feature, or the routine), file, line,
 *          column and ordinal of the block, then the names of the workloads. Ends of lines are
 *          CR LF
 * Errors:  ORDO_ENVIRONMENT if writing fails
 * Threads: reentrant, except for `out`
 */
#ifndef ORDO_TREND_CSV_H
#define ORDO_TREND_CSV_H

#include "base/status.h"
#include "trend/trend.h"

#include <stdio.h>

/* Writes the table and flushes. */
enum ordo_status ordo_trend_csv_write(FILE *out, const struct ordo_trend *t,
                                      struct ordo_error *error);

#endif
