/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * trend_view.h: `ordo report` of a trend: its options, and the report.
 *
 * Errors:  ORDO_BAD_INPUT for a wrong option, which is to be shown as a mistake of usage when
 *          *usage is set; those of loading and writing
 */
#ifndef ORDO_TREND_VIEW_H
#define ORDO_TREND_VIEW_H

#include "base/status.h"
#include "cli/option_table.h"

#include <stdio.h>

struct ordo_trend_view {
    const char *alpha, *sigma, *costly, *min_points, *predict;
    bool all;
};

#define ORDO_TREND_VIEW_OPTIONS(v)                                                                 \
    ORDO_VALUE("predict", 0, "NAME=VALUE", NULL, "trends: costs at a value of a feature",          \
               &(v).predict),                                                                      \
        ORDO_VALUE("min-points", 0, "N", NULL, "trends: no laws of fewer workloads than N",        \
                   &(v).min_points),                                                               \
        ORDO_VALUE("alpha", 0, "A", NULL, "trends: clusters fit with R2 above 1 - A (0.02)",       \
                   &(v).alpha),                                                                    \
        ORDO_VALUE("sigma", 0, "S", NULL,                                                          \
                   "trends: blocks of a smaller deviation are set aside (10)", &(v).sigma),        \
        ORDO_VALUE("costly", 0, "PERCENT", NULL,                                                   \
                   "trends: costly is more than this of some workload (2)", &(v).costly),          \
        ORDO_FLAG("all", 0, "trends: clusters that are not costly too", &(v).all)

struct ordo_trend_view_request {
    const char *path, *sort, *rows;
    const char *html; /* the page to write instead, or NULL */
    bool json, no_source;
};

enum ordo_status ordo_trend_view_write(FILE *out, const struct ordo_trend_view *v,
                                       const struct ordo_trend_view_request *r, bool *usage,
                                       struct ordo_error *error);

#endif
