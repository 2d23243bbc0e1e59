/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Executions that are draws without replacement of one population: cells of exactly one sample (Q1)
 * and of two (Q2) say how many had none, Q1^2 / (2 Q2 k/(k-1) + Q1 q/(1-q)), q being the share of
 * executions that was sampled (Chao and Lin). It is right for disjoint and for identical executions
 * alike; with Q2 + 1 and Q1 - 1 it has less bias. Where some cells are likelier than others it is a
 * lower bound. That shows in the number of captures: cells all as likely would be as many as give
 * the union S of T captures, S = N (1 - e^(-T/N)), and the two answers agree.
 */
#include "production/sampled_run.h"

#include <math.h>

static const double UNEQUAL = 0.15;

/* N of S = N (1 - e^(-T/N)); INFINITY when no capture met a cell again. */
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

/* Cells that all executions would have met, were each as likely; tracked. */
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
    /* The counts are multinomial; one is added to the second so that none met is not sure. */
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
