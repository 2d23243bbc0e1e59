/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * sampled_run.h: a run of executions with what its samples say at its end, and the bounds that no
 * estimate of its distinct cells passes.
 *
 * Units:   cells; "tracked" numbers are to be multiplied by `scale`
 * Threads: pure, reentrant; no allocation
 */
#ifndef ORDO_SAMPLED_RUN_H
#define ORDO_SAMPLED_RUN_H

#include "production/neighbours.h"

struct ordo_sampled_run {
    size_t k;                                 /* samples in the series */
    const struct ordo_execution_sample *last; /* the latest that is not partial; NULL: none */
    double sampled, executions;               /* in the union; of the run */
    double scale, all;                        /* 2^level; cells of the union */
    double cells;                             /* summed over the sampled executions */
    double most;                              /* summed over all executions, at the very most */
};

struct ordo_sampled_run ordo_sampled_run_of(const struct ordo_execution_sample *s, size_t n,
                                            uint64_t executions);

/* Tracked cells summed over the sampled executions. */
double ordo_sampled_run_captured(const struct ordo_sampled_run *r);

/* The union and `unseen` cells besides, the latter with its standard deviation. */
struct ordo_estimate ordo_sampled_run_total(const struct ordo_sampled_run *r, double unseen,
                                            double deviation, enum ordo_estimate_method method);

/* The three ways (estimate_captures.c, estimate_discovery.c, estimate_coverage.c). */
struct ordo_estimate ordo_sampled_run_captures(const struct ordo_sampled_run *r,
                                               const struct ordo_neighbours *f);
struct ordo_estimate ordo_sampled_run_discovery(const struct ordo_sampled_run *r,
                                                const struct ordo_execution_sample *s, size_t n);
struct ordo_estimate ordo_sampled_run_coverage(const struct ordo_sampled_run *r,
                                               const struct ordo_neighbours *f);

#endif
