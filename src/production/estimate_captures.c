/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * estimate_captures.c: executions that are draws without replacement from one population.
 *
 * The numbers of cells in exactly one sample (Q1) and in exactly two (Q2) give the number of cells
 * in no sample: Q1^2 / (2 Q2 k/(k-1) + Q1 q/(1-q)), where q is the sampled share of executions
 * (Chao and Lin). It is correct for disjoint and for identical executions alike. Using Q2 + 1 and
 * Q1 - 1 reduces the bias. If some cells are likelier than others, it is a lower bound. The number
 * of captures shows this: with equally likely cells, T captures have a union S = N (1 - e^(-T/N)),
 * and the two estimates agree.
 */
#include "production/sampled_run.h"

#include <math.h>

static const double UNEQUAL = 0.15;

/* Returns N such that S = N (1 - e^(-T/N)); INFINITY if no capture met a cell again. */
static double population(double distinct, double captures) {
    if (!(captures > distinct * (1 + 1e-9))) return INFINITY;
    double low = distinct, high = distinct;
    while (high * -expm1(-captures / high) < distinct && high < 1e18) high *= 2;
    for (int i = 0; i < 60; i++) {
        double middle = (low + high) / 2;
        if (middle * -expm1(-captures / middle) < distinct)
            low = middle;
        else
            high = middle;
    }
    return (low + high) / 2;
}

/* Returns the number of tracked cells that all executions would have met if cells were equally
 * likely. */
static double even(const struct ordo_sampled_run *r) {
    double captures = ordo_sampled_run_captured(r), n = population(r->last->all, captures);
    captures *= r->executions / r->sampled;
    return isfinite(n) ? n * -expm1(-captures / n) : captures;
}

struct ordo_estimate ordo_sampled_run_captures(const struct ordo_sampled_run *r,
                                               const struct ordo_neighbours *f) {
    double left = r->executions - r->sampled;
    double a = r->sampled > 1 ? r->sampled / (r->sampled - 1) : 1, b = r->sampled / left;
    double q1 = r->last->once, q2 = r->last->twice, s = r->last->all;
    if (!(left > 0) || !(q1 > 0)) return ordo_sampled_run_total(r, 0, 0, ORDO_ESTIMATE_CAPTURES);
    double below = 2 * a * (q2 + 1) + b * q1, unseen = q1 * (q1 - 1) / below, total = s + unseen;
    double by_q1 = ((2 * q1 - 1) * below - q1 * (q1 - 1) * b) / (below * below);
    double by_q2 = -q1 * (q1 - 1) * 2 * a / (below * below);
    /* The counts are multinomial. The 1 that is added to Q2 keeps a Q2 of 0 from counting as
     * certain. */
    double variance = by_q1 * by_q1 * q1 * (1 - q1 / total) + by_q2 * by_q2 * (q2 + 1) -
                      2 * by_q1 * by_q2 * q1 * q2 / total;
    variance = variance > 0 ? variance * f->dispersion : 0;
    double gap = (even(r) - total) * r->scale;
    double deviation = hypot(sqrt(variance) * r->scale, fabs(gap) / 2);
    struct ordo_estimate e =
        ordo_sampled_run_total(r, unseen * r->scale, deviation, ORDO_ESTIMATE_CAPTURES);
    if (!e.reason && -gap > UNEQUAL * e.value) e.reason = ORDO_ESTIMATE_UNEQUAL;
    return e;
}
