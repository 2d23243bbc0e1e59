/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * sampled_run.h: a run of executions as its samples show it at its end, and the bounds that no
 * estimate of its distinct cells exceeds.
 *
 * Units:   cells; "tracked" numbers are to be multiplied by `scale`
 * Threads: pure, reentrant; no allocation
 */
#ifndef ORDO_SAMPLED_RUN_H
#define ORDO_SAMPLED_RUN_H

#include "production/neighbours.h"

struct ordo_sampled_run {
    size_t k;                                 /* samples in the series */
    const struct ordo_execution_sample *last; /* the latest that is not partial, or NULL */
    double sampled, executions;               /* executions in the union; in the run */
    double scale, all;                        /* 2^level; cells of the union */
    double cells;                             /* summed over the sampled executions */
    double most;                              /* the same over all executions, as an upper bound */
};

struct ordo_sampled_run ordo_sampled_run_of(const struct ordo_execution_sample *s, size_t n,
                                            uint64_t executions);

/* Returns the number of tracked cells, summed over the sampled executions. */
double ordo_sampled_run_captured(const struct ordo_sampled_run *r);

/* Returns the union plus `unseen` cells, where `deviation` is the standard deviation of the
 * latter. */
struct ordo_estimate ordo_sampled_run_total(const struct ordo_sampled_run *r, double unseen,
                                            double deviation, enum ordo_estimate_method method);

/* The three estimators (estimate_captures.c, estimate_discovery.c, estimate_coverage.c). */
struct ordo_estimate ordo_sampled_run_captures(const struct ordo_sampled_run *r,
                                               const struct ordo_neighbours *f);
struct ordo_estimate ordo_sampled_run_discovery(const struct ordo_sampled_run *r,
                                                const struct ordo_execution_sample *s, size_t n);
struct ordo_estimate ordo_sampled_run_coverage(const struct ordo_sampled_run *r,
                                               const struct ordo_neighbours *f);

#endif
