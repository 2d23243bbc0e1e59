/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * trend_table.h: a trend on the terminal: how blocks come down to clusters, then a line per
 * cluster, then what was left out.
 *
 * Errors:  ORDO_ENVIRONMENT when writing to `out` fails; ORDO_NO_MEMORY
 * Threads: reentrant, but for `out`
 */
#ifndef ORDO_TREND_TABLE_H
#define ORDO_TREND_TABLE_H

#include "base/status.h"
#include "trend/trend_analysis.h"

#include <stdio.h>

struct ordo_trend_table_options {
    enum ordo_trend_sort sort;
    uint32_t limit; /* rows at most; 0: all */
    bool all;       /* clusters that are not costly too */
    uint32_t asked; /* feature that a size was asked for; UINT32_MAX: none */
};

enum ordo_status ordo_trend_table_write(FILE *out, const struct ordo_trend_analysis *a,
                                        const struct ordo_trend_table_options *options,
                                        struct ordo_error *error);

#endif
