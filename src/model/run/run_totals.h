/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * run_totals.h: from the samples of a production profile to the whole run: how often each scope was
 * executed and what it cost in all, and how the cost of loops grows over the run.
 *
 * Gates count all executions and iterations, so that these are exact; costs of scopes with gates
 * are estimated from their samples; those of other scopes follow their callers. Over the run a loop
 * has a size that single executions do not show: the distinct cells that its executions so far
 * read. A loop that is linear in each execution can be quadratic in these.
 *
 * Shapes:  arrays are parallel to the profile's scopes
 * Units:   costs in steps; intervals are of 95 %
 * Memory:  *out is the caller's, ended by ordo_run_totals_free
 * Errors:  false when memory is out
 * Threads: pure, reentrant
 * Source:  docs/estimates.md, docs/production.md
 */
#ifndef ORDO_RUN_TOTALS_H
#define ORDO_RUN_TOTALS_H

#include "production/estimate.h"
#include "profile/profile.h"

#define ORDO_RUN_POINTS 24u /* moments of one run that are looked at */

/* What a loop's cells so far say of its iterations so far. */
enum ordo_run_verdict {
    ORDO_RUN_NONE,      /* too few samples for any, or no loop */
    ORDO_RUN_SAME,      /* its executions read the same cells: no growth over the run */
    ORDO_RUN_SATURATES, /* fewer and fewer new cells: iterations do not follow them */
    ORDO_RUN_REFUSED,   /* its cells cannot be estimated: `cells.reason` */
    ORDO_RUN_GROWS,     /* its iterations have a series by the size "run" */
};

struct ordo_run_growth {
    enum ordo_run_verdict verdict;
    struct ordo_estimate cells; /* distinct cells of all executions; of the run with most */
    double exponent;            /* of cells over executions; NAN: not known */
    uint32_t first, n;          /* its moments */
};

/* A moment of one run of one loop. */
struct ordo_run_moment {
    uint64_t process; /* ordo_sampling.key */
    struct ordo_run_point at;
};

struct ordo_run_scope {
    const struct ordo_gated_scope *gate; /* NULL: it has none, its numbers follow its callers' */
    uint64_t recorded;                   /* activations in samples: what points and sizes rest on */
    double executions; /* all: of a loop its activations, of a recursion the outermost ones */
    double calls, iterations, cost_total, cost_self; /* of the whole run */
    bool calls_exact, iterations_exact;
    bool nested;       /* a loop that was executed within itself: costs of its executions have those
                          of others in them, and cost_total is that of its outermost ones */
    bool has_interval; /* of cost_total: total.low to total.high */
    struct ordo_estimate total;
    bool has_means; /* of a loop or a recursion with samples at its own gate */
    struct ordo_estimate mean_size, mean_cost; /* of an execution, over all of them; size: rms of
                                                  loops, depth of recursions */
    struct ordo_run_growth growth;
};

struct ordo_run_totals {
    struct ordo_run_scope *scope;
    double cost; /* of the run: own costs of all scopes */
    struct ordo_run_moment *moments;
    uint32_t n_moments;
};

bool ordo_run_totals_new(const struct ordo_profile *p, struct ordo_run_totals **out);
void ordo_run_totals_free(struct ordo_run_totals *t); /* NULL is allowed */

/* Gives the profile, loaded for a report, a series of each loop that grows over its run: by the
 * size "run", the distinct cells so far, and the cost "iterations", those so far; one activation is
 * one moment. Before it is analysed. */
bool ordo_run_series_add(const struct ordo_run_totals *t, struct ordo_profile *p);

/* Makes the profile, loaded for a report, one of the whole run: calls, iterations and costs of its
 * scopes and its total cost. Points, edges and contexts stay those of samples. */
void ordo_run_totals_apply(const struct ordo_run_totals *t, struct ordo_profile *p);

/* "same", "saturates", ... */
const char *ordo_run_verdict_name(enum ordo_run_verdict v);

#endif
