/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * run_bounds.h: limits the total of a scope, with its interval, from below or above.
 */
#ifndef ORDO_RUN_BOUNDS_H
#define ORDO_RUN_BOUNDS_H

#include "model/run/run_scope.h"

#include <math.h>

static inline void ordo_run_be_at_least(struct ordo_run_scope *to, double least) {
    to->cost_total = fmax(to->cost_total, least);
    to->total.value = fmax(to->total.value, least);
    to->total.low = fmax(to->total.low, least);
    to->total.high = fmax(to->total.high, least);
}

static inline void ordo_run_be_at_most(struct ordo_run_scope *to, double most) {
    to->cost_total = fmin(to->cost_total, most);
    to->total.value = fmin(to->total.value, most);
    to->total.low = fmin(to->total.low, most);
    to->total.high = fmin(to->total.high, most);
}

#endif
