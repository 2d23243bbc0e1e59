/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * recorded_points.c: sums over one series, that of the sizes that samples of the scope have.
 */
#include "model/recorded_points.h"

#include <string.h>

/* The first series of the scope or of a later one. */
static uint32_t first_series(const struct ordo_profile *p, uint32_t scope) {
    uint32_t from = 0, to = p->n_series;
    while (from < to) {
        uint32_t middle = from + (to - from) / 2;
        if (p->series[middle].scope.i < scope)
            from = middle + 1;
        else
            to = middle;
    }
    return from;
}

/* Where no activation was within another, there are none of unit 1: all were outermost. */
static const struct ordo_series *series_of(const struct ordo_profile *p, uint32_t scope) {
    bool loop = p->scopes[scope].kind == ORDO_PROFILE_LOOP;
    const struct ordo_series *found = NULL;
    for (uint32_t i = first_series(p, scope); i < p->n_series; i++) {
        const struct ordo_series *x = &p->series[i];
        if (x->scope.i != scope || (loop && x->unit)) break;
        if (!strcmp(x->cost, p->cost_metric) && !strcmp(x->metric, loop ? "rms" : "depth"))
            found = x;
    }
    return found;
}

struct ordo_recorded_points ordo_recorded_points_of(const struct ordo_profile *p, uint32_t scope) {
    struct ordo_recorded_points sum = {0};
    const struct ordo_series *s = series_of(p, scope);
    for (uint64_t i = 0; s && p->has_points && i < s->points.n; i++) {
        const struct ordo_point *x = &p->points[s->points.first + i];
        double n = (double)x->count;
        sum.executions += n;
        sum.size += x->sum_n == UINT64_MAX ? n * (double)x->n : (double)x->sum_n;
        sum.cost += (double)x->sum;
    }
    return sum;
}
