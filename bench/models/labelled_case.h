/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * labelled_case.h: points with the truth about them, and their form as a JSON line.
 *
 *     {"id","kind":"real"|"syn","family","group","grid","noise","desc",
 *      "points":[[n,count,min,max,sum,sumsq],...],
 *      "truth":{"class","classes":[...],"accept":[...],"exp_asym","exp_local","max_class",
 *               "pred_at","pred_true"}}
 *
 * "classes" has the answers that are right whatever the points; "accept" has in addition those that
 * are right because the points allow no better one (acceptance.h). What is not known is null.
 */
#ifndef BENCH_MODELS_LABELLED_CASE_H
#define BENCH_MODELS_LABELLED_CASE_H

#include "model/fit/model.h"

#include <stdio.h>

enum { LABELLED_POINTS = 3000 };

#define CLASS_BIT(g) (1u << (g))

struct labelled_case {
    bool real;
    const char *family, *group, *grid, *noise;
    char about[160];
    struct ordo_model_point points[LABELLED_POINTS];
    size_t n;
    enum ordo_growth truth;
    unsigned classes, accept; /* sets of CLASS_BIT */
    enum ordo_growth worst;   /* ORDO_GROWTH_NONE: not known */
    double exponent;      /* of the true mean, from sqrt(n_min n_max) to n_max; NaN: not known */
    double at, predicted; /* NaN: not known */
};

void labelled_case_write(FILE *to, const char *id, const struct labelled_case *c);

/* Adds a call of this cost to a point. */
void point_add(struct ordo_model_point *p, double cost);

#endif
