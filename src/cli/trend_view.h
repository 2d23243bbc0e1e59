/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * trend_view.h: options and output of `ordo report` for a trend.
 *
 * Errors:  those of loading and writing; ORDO_BAD_INPUT with *usage set for a wrong option, which
 *          the caller reports as wrong usage
 */
#ifndef ORDO_TREND_VIEW_H
#define ORDO_TREND_VIEW_H

#include "base/status.h"
#include "cli/option_table.h"

#include <stdio.h>

struct ordo_trend_view {
    const char *alpha, *sigma, *costly, *min_points;
    struct ordo_words predict;
    bool all;
};

#define ORDO_TREND_VIEW_OPTIONS(v)                                                                 \
    ORDO_LIST("predict", 0, "NAME=VALUE", NULL, "trends: predict costs at a value of a feature",   \
              &(v).predict),                                                                       \
        ORDO_VALUE("min-points", 0, "N", NULL,                                                     \
                   "trends: fit only clusters with at least N workloads", &(v).min_points),        \
        ORDO_VALUE("alpha", 0, "A", NULL,                                                          \
                   "trends: join blocks that fit one another, R2 above 1 - A (default: 0.02)",     \
                   &(v).alpha),                                                                    \
        ORDO_VALUE("sigma", 0, "S", NULL,                                                          \
                   "trends: leave out counts with a standard deviation below S (default: 10)",     \
                   &(v).sigma),                                                                    \
        ORDO_VALUE("costly", 0, "PERCENT", NULL,                                                   \
                   "trends: call a cluster costly above PERCENT of a workload (default: 2)",       \
                   &(v).costly),                                                                   \
        ORDO_FLAG("all", 0, "trends: also show clusters that are not costly", &(v).all)

struct ordo_trend_view_request {
    const char *path, *sort, *rows, *color;
    const char *html; /* write a page to this file; NULL: print the table or JSON */
    bool json, no_source, wide;
};

enum ordo_status ordo_trend_view_write(FILE *out, const struct ordo_trend_view *v,
                                       const struct ordo_trend_view_request *r, bool *usage,
                                       struct ordo_error *error);

#endif
