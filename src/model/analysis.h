/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * analysis.h: computes the cost functions of a whole profile.
 *
 * Each series gets a model. Each scope gets the size that explains its cost best, its predicted
 * cost on ten times the input, and the cause of its growth.
 *
 * Shapes:  needs a profile that was loaded whole; arrays are parallel to the profile's
 * Memory:  free it with ordo_analysis_free; it refers to the profile, which must outlive it
 * Errors:  functions return NULL or false when out of memory
 * Threads: see the steps below; some can be shared by several threads
 */
#ifndef ORDO_ANALYSIS_H
#define ORDO_ANALYSIS_H

#include "model/fit/model.h"
#include "model/own_cost.h"
#include "model/run/run_totals.h"
#include "profile/profile.h"

#define ORDO_SERIES_NONE UINT32_MAX

struct ordo_series_model {
    struct ordo_model mean, worst;
    double unexplained; /* relative variance of the cost that the size does not explain, per
                           activation */
};

/* The part of a scope's cost that causes its growth. */
enum ordo_cause_kind {
    ORDO_CAUSE_NONE, /* constant, or not enough data to fit */
    ORDO_CAUSE_OWN,
    ORDO_CAUSE_CHILD,
};

struct ordo_cause {
    enum ordo_cause_kind kind;
    struct ordo_scope_id child; /* ORDO_CAUSE_CHILD */
    enum ordo_growth growth;    /* growth of that part of the cost as a function of the scope's
                                   size */
    double share;               /* share of that part in the scope's cost at ten times its
                                   largest size */
    struct ordo_scope_id root;  /* scope in which the growth originates; the scope itself if it
                                   does */
};

struct ordo_scope_growth {
    uint32_t best;          /* index of the best series; ORDO_SERIES_NONE: no size was measured */
    bool has_share;         /* false: own cost belongs to a recursion or is not defined */
    bool explosive;         /* own cost grows exponentially */
    double own_now;         /* own cost now, to compare own_at_10x with */
    double own_at_10x;      /* predicted own cost at 10x; exponentials: at n + 5 */
    double share_at_10x;    /* share of own_at_10x; all shares sum to 1 */
    double predicted_total; /* cost_total at ten times the size, with the same calls */
    struct ordo_model own;  /* own cost by the scope's best size */
    struct ordo_cause cause;
};

struct ordo_analysis {
    const struct ordo_profile *profile;
    enum ordo_cost_unit unit;         /* unit of the profile's cost metric */
    struct ordo_series_model *series; /* profile->n_series */
    struct ordo_scope_growth *scope;  /* profile->n_scopes */
    struct ordo_own_costs own;
    struct ordo_run_totals *run; /* production profiles only, else NULL; freed with the analysis */
};

struct ordo_analysis *ordo_analysis_new(const struct ordo_profile *p);
void ordo_analysis_free(struct ordo_analysis *a); /* NULL is allowed */

/* Returns the index of the scope's series by the size "run"; ORDO_SERIES_NONE if it has none. */
uint32_t ordo_analysis_run_series(const struct ordo_analysis *a, uint32_t scope);

/* Returns whether the scope's cost certainly grows faster over the run than in each execution:
 * faster than linear, and faster than by its best size. */
bool ordo_analysis_run_is_faster(const struct ordo_analysis *a, uint32_t scope);

/* The steps, in this order; each needs the step before to be complete for the whole profile. Calls
 * with `first` = 0 .. step - 1 each do a part of the work of fit_series and fit_scopes, so that
 * `step` threads can share it. Returns false when out of memory. */
bool ordo_analysis_fit_series(struct ordo_analysis *a, uint32_t first, uint32_t step);
bool ordo_analysis_choose_sizes(struct ordo_analysis *a);
bool ordo_analysis_fit_scopes(struct ordo_analysis *a, uint32_t first, uint32_t step);
/* For production profiles, before the last step: scales own costs and totals to the whole run, and
 * predicts growth over the run from the series by "run". */
void ordo_analysis_scale(struct ordo_analysis *a);
void ordo_analysis_conclude(struct ordo_analysis *a);

#endif
