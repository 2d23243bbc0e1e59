/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * trend_table.h: a trend for a terminal: how blocks reduce to clusters, then one line per cluster,
 * then what was left out.
 *
 * Errors:  ORDO_ENVIRONMENT if writing to `out` fails
 * Threads: reentrant, except for `out`
 */
#ifndef ORDO_TREND_TABLE_H
#define ORDO_TREND_TABLE_H

#include "base/status.h"
#include "trend/trend_analysis.h"

#include <stdio.h>

struct ordo_trend_table_options {
    enum ordo_trend_sort sort;
    uint32_t limit; /* at most so many rows; 0: all */
    unsigned width; /* of the terminal; 0: lines may have any width */
    bool ascii;     /* no character outside of ASCII */
    bool color;     /* rows in the colours of growth_color.h */
    bool all;       /* also clusters that are not costly */
    bool predicts;  /* predict at the sizes that were asked for, instead of at ten times */
};

enum ordo_status ordo_trend_table_write(FILE *out, const struct ordo_trend_analysis *a,
                                        const struct ordo_trend_table_options *options,
                                        struct ordo_error *error);

#endif
