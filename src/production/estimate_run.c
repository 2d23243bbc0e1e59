/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * estimate_run.c: distinct cells of all executions of a run.
 *
 * Neighbours show which of three estimators is valid. Draws resemble the next execution no more
 * than any other: captures. Executions that move on never meet cells again that a sample before
 * the latest one read: discovery. All others move about: coverage, with discovery as an upper
 * bound.
 */
#include "production/confidence.h"
#include "production/sampled_run.h"

#include <math.h>

enum { LEAST_RECENT = 4 };
static const double COMES_AGAIN = 0.1, STEADY = 0.1, SIGNIFICANT = 2.6;

static struct ordo_estimate nothing(enum ordo_estimate_method method) {
    return (struct ordo_estimate){.reason = ORDO_ESTIMATE_FEW, .method = method};
}

struct ordo_estimate ordo_estimate_sampled(const struct ordo_execution_sample *s) {
    double share = ldexp(1, -(int)s->level);
    struct ordo_confidence c = ordo_confidence_counted(s->all, share);
    return (struct ordo_estimate){s->all / share, c.low, c.high, ORDO_ESTIMATE_GOOD,
                                  ORDO_ESTIMATE_TRACKED};
}

struct ordo_estimate ordo_estimate_captures(const struct ordo_execution_sample *s, size_t n,
                                            uint64_t executions) {
    struct ordo_sampled_run r = ordo_sampled_run_of(s, n, executions);
    if (!r.last) return nothing(ORDO_ESTIMATE_CAPTURES);
    struct ordo_neighbours f = ordo_neighbours_of(s, n);
    struct ordo_estimate e = ordo_sampled_run_captures(&r, &f);
    if (f.verdict == ORDO_NEIGHBOURS_MOVING && !e.reason) e.reason = ORDO_ESTIMATE_DEPENDENT;
    return e;
}

struct ordo_estimate ordo_estimate_discovery(const struct ordo_execution_sample *s, size_t n,
                                             uint64_t executions) {
    struct ordo_sampled_run r = ordo_sampled_run_of(s, n, executions);
    return r.last ? ordo_sampled_run_discovery(&r, s, n) : nothing(ORDO_ESTIMATE_DISCOVERY);
}

struct ordo_estimate ordo_estimate_coverage(const struct ordo_execution_sample *s, size_t n,
                                            uint64_t executions) {
    struct ordo_sampled_run r = ordo_sampled_run_of(s, n, executions);
    if (!r.last) return nothing(ORDO_ESTIMATE_COVERAGE);
    struct ordo_neighbours f = ordo_neighbours_of(s, n);
    return ordo_sampled_run_coverage(&r, &f);
}

static struct ordo_estimate moving(const struct ordo_sampled_run *r,
                                   const struct ordo_execution_sample *s, size_t n,
                                   const struct ordo_neighbours *f) {
    struct ordo_estimate on = ordo_sampled_run_discovery(r, s, n);
    double again = f->distant_missing - f->distant_new;
    if (again <= COMES_AGAIN * f->distant_missing) return on;
    struct ordo_estimate about = ordo_sampled_run_coverage(r, f);
    return about.value > on.value ? on : about;
}

/* Returns whether the latest samples find as many new cells as draws do. The order of draws does
 * not matter: every sample finds Q1 / k new cells. */
static bool steady(const struct ordo_sampled_run *r, const struct ordo_neighbours *f) {
    double captured = ordo_sampled_run_captured(r), tracked = f->recent_cells / r->scale;
    if (f->recent < LEAST_RECENT || !(f->recent_cells > 0) || !(captured > 0)) return true;
    double nu = f->recent_new / f->recent_cells, expected = r->last->once / captured;
    double error = sqrt(expected * (1 - expected) * f->dispersion / tracked);
    double off = fabs(nu - expected);
    return off <= STEADY * expected || off <= SIGNIFICANT * error;
}

struct ordo_estimate ordo_estimate_run(const struct ordo_execution_sample *s, size_t n,
                                       uint64_t executions) {
    struct ordo_sampled_run r = ordo_sampled_run_of(s, n, executions);
    if (!r.last) return nothing(ORDO_ESTIMATE_CAPTURES);
    if (r.executions <= r.sampled) {
        struct ordo_estimate e = ordo_estimate_sampled(r.last);
        if (!r.last->level) e.method = ORDO_ESTIMATE_EXACT;
        return e;
    }
    struct ordo_neighbours f = ordo_neighbours_of(s, n);
    if (f.verdict == ORDO_NEIGHBOURS_MOVING) return moving(&r, s, n, &f);
    if (!steady(&r, &f)) return ordo_sampled_run_coverage(&r, &f);
    struct ordo_estimate e = ordo_sampled_run_captures(&r, &f);
    if (f.verdict == ORDO_NEIGHBOURS_FEW && !e.reason) e.reason = ORDO_ESTIMATE_FEW;
    return e;
}
