/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * sampled_run.c: bounds of the number of distinct cells.
 *
 * Invariant: an estimate adds no negative number to the union, and no total exceeds the sum over
 * all executions, which follows from the sampled ones and the largest of them.
 */
#include "production/sampled_run.h"

#include "production/confidence.h"

#include <math.h>

enum { LEAST_SAMPLES = 5 };
static const double WIDEST = 4, FEW_MORE = 0.05;

struct ordo_sampled_run ordo_sampled_run_of(const struct ordo_execution_sample *s, size_t n,
                                            uint64_t executions) {
    struct ordo_sampled_run r = {.k = 0};
    double largest = 0;
    for (size_t i = 0; i < n; i++) {
        if (s[i].partial) continue;
        r.k++;
        r.last = &s[i];
        r.cells += (double)s[i].rms;
        if ((double)s[i].rms > largest) largest = (double)s[i].rms;
    }
    if (!r.last) return r;
    r.sampled = r.last->samples > r.k ? r.last->samples : (double)r.k;
    r.cells *= r.sampled / (double)r.k;
    r.executions = fmax((double)executions, (double)r.last->executions + 1);
    r.executions = fmax(r.executions, r.sampled);
    r.scale = ldexp(1, (int)r.last->level);
    r.all = r.last->all * r.scale;
    r.most = r.cells + (r.executions - r.sampled) * largest;
    return r;
}

double ordo_sampled_run_captured(const struct ordo_sampled_run *r) {
    double all = r->last->all, once = r->last->once, twice = r->last->twice;
    double more = all - once - twice;
    /* The exact number of cells would bring in the error of tracking, which looks like
     * repetitions. */
    if (more < FEW_MORE * all) return once + 2 * twice + 3 * more;
    return fmax(r->cells / r->scale, once + 2 * twice + 3 * more);
}

struct ordo_estimate ordo_sampled_run_total(const struct ordo_sampled_run *r, double unseen,
                                            double deviation, enum ordo_estimate_method method) {
    if (r->all + unseen > r->most) unseen = r->most - r->all;
    if (!(unseen > 0)) unseen = 0;
    struct ordo_estimate e = {.value = r->all + unseen, .method = method};
    struct ordo_confidence c = ordo_confidence_unseen(r->all, unseen, deviation);
    struct ordo_confidence all = ordo_confidence_counted(r->last->all, 1 / r->scale);
    all.low += unseen;
    all.high += unseen;
    c = ordo_confidence_both(e.value, c, all);
    e.low = c.low;
    e.high = fmax(fmin(c.high, r->most), e.value);
    if (r->k < LEAST_SAMPLES)
        e.reason = ORDO_ESTIMATE_FEW;
    else if (e.high > WIDEST * e.low)
        e.reason = ORDO_ESTIMATE_WIDE;
    return e;
}
