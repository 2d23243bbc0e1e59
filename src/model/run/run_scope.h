/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * run_scope.h: the vocabulary of a whole run that is estimated from samples (run_totals.h). Plain
 * data.
 *
 * Shapes:  ordo_run_totals.scope is parallel to the profile's scopes
 * Units:   costs in steps; intervals have a confidence of 95 %
 */
#ifndef ORDO_RUN_SCOPE_H
#define ORDO_RUN_SCOPE_H

#include "production/estimate.h"
#include "profile/profile.h"

#define ORDO_RUN_POINTS 24u /* checkpoints per process */

/* What the cells read so far show about a loop's iterations so far. */
enum ordo_run_verdict {
    ORDO_RUN_NONE,          /* too few samples, or not a loop */
    ORDO_RUN_SAME,          /* executions read the same cells: no growth over the run */
    ORDO_RUN_SATURATES,     /* new cells become rare: iterations do not follow them */
    ORDO_RUN_NOT_ESTIMATED, /* cells are not estimated: see cells.reason */
    ORDO_RUN_GROWS,         /* iterations have a series by the size "run" */
};

struct ordo_run_growth {
    enum ordo_run_verdict verdict;
    struct ordo_estimate cells; /* distinct cells of all executions, in the process with most */
    double exponent;            /* exponent of cells over executions; NAN: not known */
    uint32_t first, n;          /* its checkpoints */
};

/* A checkpoint in one process of one loop. */
struct ordo_run_checkpoint {
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
    uint32_t calls_of;      /* the scope that `calls` is about: this one. Of a routine whose calls
                               nothing counts, a callee: the one that it calls most */
    bool activations_exact; /* a recursion's routine: plain code counts its activations too */
    bool cost_is_least; /* a recursion, or a routine of one, whose activations plain code does not
                           count: no sample of it is whole, or long ones were given up. Or a scope
                           without a gate in one, if all samples were cut off (ordo_run_is_bound) */
    bool nested;        /* a loop that was executed within itself: costs of its executions include
                           each other, and cost_total is that of the outermost ones */
    bool has_interval;  /* cost_total has an interval, total.low to total.high */
    struct ordo_estimate total;
    bool has_means; /* a loop or recursion with samples at its own gate */
    struct ordo_estimate mean_size, mean_cost; /* mean over all executions; size: rms of loops,
                                                  depth of recursions */
    struct ordo_run_growth growth;
    const struct ordo_observation *observed; /* loops: over the run (run_observations.h) */
    uint32_t n_observed;
};

struct ordo_run_totals {
    struct ordo_run_scope *scope;
    double cost;        /* cost of the run: sum of own costs */
    bool cost_is_least; /* it is a lower bound: the cost of a recursion is not known */
    struct ordo_run_checkpoint *checkpoints;
    uint32_t n_checkpoints;
    struct ordo_observation *observations;
    struct ordo_edge *edges; /* of the whole run (run_edges.h) */
    uint64_t n_edges;
};

/* Returns the scope whose calls stand for those of scope i; i if these were counted or estimated.
 */
uint32_t ordo_run_calls_of(const struct ordo_run_totals *t, uint32_t i);

/* Returns whether calls and costs of the scope are lower bounds. If cost_is_least otherwise, they
 * are estimates, and probably too low. */
static inline bool ordo_run_is_bound(const struct ordo_run_scope *x) {
    return x->cost_is_least && (!x->recorded || !x->gate);
}

/* Returns the verdict's name in reports: "none", "same", "saturates", ... */
const char *ordo_run_verdict_name(enum ordo_run_verdict v);

#endif
