/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * bound.h: checks whether a function is a tight upper bound of a scope's worst case, by curve
 * bounding with guess ratios.
 *
 * Shapes, errors and threads are as in model.h.
 *
 * Source:  Coppa, Demetrescu, Finocchi, Input-sensitive profiling, PLDI 2012, section 5 (after
 *          McGeoch et al.): the trend of cost(n) / f(n). Two deviations: the slope of the ratio in
 *          log-log space, over the upper half of the range, gets an interval; and the worst case's
 *          model decides if a lower-order term still bends the ratio.
 */
#ifndef ORDO_BOUND_H
#define ORDO_BOUND_H

#include "model/fit/model.h"

enum ordo_bound_verdict {
    ORDO_BOUND_HOLDS,        /* the ratio tends to a constant */
    ORDO_BOUND_EXCEEDS,      /* it rises: the worst case grows faster */
    ORDO_BOUND_LOOSE,        /* it falls: the worst case grows more slowly */
    ORDO_BOUND_INSUFFICIENT, /* not enough data to decide */
};

struct ordo_bound {
    enum ordo_bound_verdict verdict;
    bool has_slope;
    double slope, low, high; /* slope of ln(cost / f) over ln n, with its 95 % interval */
};

/* Checks the bound, which is any class except "none". */
void ordo_bound_check(const struct ordo_model_point *points, size_t n, enum ordo_growth bound,
                      enum ordo_cost_unit unit, struct ordo_bound *out);

const char *ordo_bound_name(enum ordo_bound_verdict v);

#endif
