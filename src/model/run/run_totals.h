/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * run_totals.h: estimates the whole run from the samples of a production profile: how often each
 * scope was executed, its total cost, and how the cost of loops grows over the run.
 *
 * Gates count all executions and iterations, so these are exact. Costs of scopes with gates are
 * estimated from their samples; costs of other scopes follow their callers. Over the run, a loop
 * has a size that single executions do not show: the number of distinct cells that its executions
 * read so far. A loop that is linear in each execution can be quadratic in this size.
 *
 * Shapes:  arrays are parallel to the profile's scopes
 * Units:   costs in steps; intervals have a confidence of 95 %
 * Memory:  *out belongs to the caller; free it with ordo_run_totals_free
 * Errors:  false when out of memory
 * Threads: pure, reentrant
 * Source:  docs/estimates.md, docs/production.md
 */
#ifndef ORDO_RUN_TOTALS_H
#define ORDO_RUN_TOTALS_H

#include "production/estimate.h"
#include "profile/profile.h"

#define ORDO_RUN_POINTS 24u /* checkpoints per process */

/* What the cells read so far show about a loop's iterations so far. */
enum ordo_run_verdict {
    ORDO_RUN_NONE,      /* too few samples, or not a loop */
    ORDO_RUN_SAME,      /* executions read the same cells: no growth over the run */
    ORDO_RUN_SATURATES, /* new cells become rare: iterations do not follow them */
    ORDO_RUN_REFUSED,   /* cells are not estimated: see cells.reason */
    ORDO_RUN_GROWS,     /* iterations have a series by the size "run" */
};

struct ordo_run_growth {
    enum ordo_run_verdict verdict;
    struct ordo_estimate cells; /* distinct cells of all executions, in the process with most */
    double exponent;            /* exponent of cells over executions; NAN: not known */
    uint32_t first, n;          /* its checkpoints */
};

/* A checkpoint in one process of one loop. */
struct ordo_run_moment {
    uint64_t process; /* ordo_sampling.key */
    struct ordo_run_point at;
};

struct ordo_run_scope {
    const struct ordo_gated_scope *gate; /* NULL: no gate; the numbers follow its callers' */
    uint64_t recorded;                   /* recorded activations, on which points and sizes are
                                            based */
    double executions; /* all executions: activations of a loop, outermost activations of a
                          recursion */
    double calls, iterations, cost_total, cost_self; /* of the whole run */
    bool calls_exact, iterations_exact;
    bool nested;       /* a loop that was executed within itself: costs of its executions include
                          each other, and cost_total is that of the outermost ones */
    bool has_interval; /* cost_total has an interval, total.low to total.high */
    struct ordo_estimate total;
    bool has_means; /* a loop or recursion with samples at its own gate */
    struct ordo_estimate mean_size, mean_cost; /* mean over all executions; size: rms of loops,
                                                  depth of recursions */
    struct ordo_run_growth growth;
};

struct ordo_run_totals {
    struct ordo_run_scope *scope;
    double cost; /* cost of the run: sum of own costs */
    struct ordo_run_moment *moments;
    uint32_t n_moments;
};

bool ordo_run_totals_new(const struct ordo_profile *p, struct ordo_run_totals **out);
void ordo_run_totals_free(struct ordo_run_totals *t); /* NULL is allowed */

/* Adds to the profile, loaded for a report, a series of each loop that grows over its run: size
 * metric "run" (distinct cells read so far), cost "iterations" (so far), one activation per
 * checkpoint. Call it before the analysis. */
bool ordo_run_series_add(const struct ordo_run_totals *t, struct ordo_profile *p);

/* Replaces calls, iterations and costs of the profile's scopes, and its total cost, by those of
 * the whole run. The profile was loaded for a report. Points, edges and contexts remain those of
 * samples. */
void ordo_run_totals_apply(const struct ordo_run_totals *t, struct ordo_profile *p);

/* Returns the verdict's name in reports: "none", "same", "saturates", ... */
const char *ordo_run_verdict_name(enum ordo_run_verdict v);

#endif
