/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * estimate_points.c: checkpoints of a run.
 *
 * At equal ratios of executions, the samples so far give an estimate for all executions so far.
 * Each checkpoint is estimated from its samples alone, so that it equals the estimate of a run
 * that ended there. Invariant: checkpoints rise in executions.
 */
#include "production/estimate.h"

#include <math.h>

static double end_of(const struct ordo_execution_sample *s) {
    return (double)s->executions + 1;
}

size_t ordo_estimate_run_points(const struct ordo_execution_sample *s, size_t n,
                                struct ordo_run_point *out, size_t max) {
    size_t first = 0, last = n, written = 0;
    while (first < n && s[first].partial) first++;
    while (last > first && s[last - 1].partial) last--;
    if (last - first < 2 || !max) return 0;
    double begin = end_of(&s[first]), end = end_of(&s[last - 1]);
    double step = max > 1 && end > begin ? exp(log(end / begin) / (double)(max - 1)) : 2;
    double next = begin;
    for (size_t i = first; i < last && written < max; i++) {
        double at = end_of(&s[i]);
        bool final = i + 1 == last;
        if (s[i].partial || (at < next && !final)) continue;
        if (written && at <= (double)out[written - 1].executions) continue;
        struct ordo_run_point *p = &out[written++];
        p->executions = (uint64_t)at;
        p->iterations = s[i].iterations + s[i].own;
        p->cells = ordo_estimate_run(s, i + 1, p->executions);
        while (next <= at) next *= step;
    }
    return written;
}

double ordo_estimate_growth(const struct ordo_run_point *points, size_t n, double from, double to) {
    double end = n ? (double)points[n - 1].executions : 0;
    double m = 0, x = 0, y = 0, xx = 0, xy = 0;
    for (size_t i = 0; i < n; i++) {
        const struct ordo_run_point *p = &points[i];
        double at = (double)p->executions;
        if (at < from * end || at > to * end || p->cells.reason || !(p->cells.value > 0)) continue;
        double u = log(at), v = log(p->cells.value);
        m++;
        x += u;
        y += v;
        xx += u * u;
        xy += u * v;
    }
    double spread = m * xx - x * x;
    return m >= 2 && spread > 0 ? (m * xy - x * y) / spread : NAN;
}
