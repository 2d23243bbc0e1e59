/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * recorded_points.c: sums over the series whose sizes the scope's samples use.
 */
#include "model/run/recorded_points.h"

#include <string.h>

/* Returns the series of unit 1, or of unit 0 if no activation was inside another one, so that all
 * were outermost. Loops only have unit 0. */
static const struct ordo_series *series_of(const struct ordo_profile *p, uint32_t scope) {
    const struct ordo_profile_scope *s = &p->scopes[scope];
    bool loop = s->kind == ORDO_PROFILE_LOOP;
    uint64_t end = loop || !s->series.n ? s->series.first + s->series.n : p->n_series;
    const struct ordo_series *found = NULL;
    for (uint64_t i = s->series.first; i < end && p->series[i].scope.i == scope; i++) {
        const struct ordo_series *x = &p->series[i];
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
