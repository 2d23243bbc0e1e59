/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * trend_json.h: a trend's analysis as JSON (docs/trend.schema.json).
 *
 * Errors:  ORDO_ENVIRONMENT if writing to `out` fails
 * Threads: reentrant, except for `out`
 */
#ifndef ORDO_TREND_JSON_H
#define ORDO_TREND_JSON_H

#include "base/status.h"
#include "trend/trend_analysis.h"

#include <stdio.h>

#define ORDO_TREND_JSON_SCHEMA 3

enum ordo_status ordo_trend_json_write(FILE *out, const struct ordo_trend_analysis *a,
                                       enum ordo_trend_sort sort, struct ordo_error *error);

#endif
