/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * analysis.h: the cost functions of a whole profile: a model per series, and per scope the size
 * that explains its cost best, what it would be of a run on ten times the input, and through what
 * its cost grows.
 *
 * Shapes:  needs a profile loaded whole; arrays are parallel to the profile's
 * Memory:  ordo_analysis_free ends it; it refers to the profile, which must live as long
 * Errors:  NULL / false when memory is out
 * Threads: the steps below say which of them several threads may share
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
    double
        unexplained; /* relative variance of cost that the size does not explain, per activation */
};

/* What a scope's growth comes from. */
enum ordo_cause_kind {
    ORDO_CAUSE_NONE, /* no growth beyond constant, or it cannot be told */
    ORDO_CAUSE_OWN,
    ORDO_CAUSE_CHILD,
};

struct ordo_cause {
    enum ordo_cause_kind kind;
    struct ordo_scope_id child; /* ORDO_CAUSE_CHILD */
    enum ordo_growth growth;    /* of that part of the cost, as a function of the scope's size */
    double share;               /* of the scope's cost at ten times its largest size */
    struct ordo_scope_id root;  /* where the growth comes about; the scope itself if here */
};

struct ordo_scope_growth {
    uint32_t best;          /* series; ORDO_SERIES_NONE: no size was measured */
    bool has_share;         /* false: its own cost is counted in a recursion or is not defined */
    bool explosive;         /* its own cost grows exponentially */
    double own_now;         /* cost units: what own_at_10x stands against */
    double own_at_10x;      /* cost units; exponentials: at n + 5 */
    double share_at_10x;    /* all of them sum to 1 */
    double predicted_total; /* cost_total on ten times the size, calls held fixed */
    struct ordo_model own;  /* of the scope's own cost by its best size */
    struct ordo_cause cause;
};

struct ordo_analysis {
    const struct ordo_profile *profile;
    enum ordo_cost_unit unit;         /* of the profile's own cost */
    struct ordo_series_model *series; /* profile->n_series */
    struct ordo_scope_growth *scope;  /* profile->n_scopes */
    struct ordo_own_costs own;
    struct ordo_run_totals *run; /* production profiles; NULL: others. The analysis ends it */
};

struct ordo_analysis *ordo_analysis_new(const struct ordo_profile *p);
void ordo_analysis_free(struct ordo_analysis *a); /* NULL is allowed */

/* The series by the size "run" of a scope; ORDO_SERIES_NONE: there is none. */
uint32_t ordo_analysis_run_series(const struct ordo_analysis *a, uint32_t scope);

/* Does it surely grow faster over the run than in each execution: beyond linear, and beyond what
 * its best size shows? */
bool ordo_analysis_run_is_faster(const struct ordo_analysis *a, uint32_t scope);

/* Four steps, each after the one before is done for the whole profile; first, step: which part of
 * the work, so that several threads can share steps 1 and 3. False when memory is out. */
bool ordo_analysis_fit_series(struct ordo_analysis *a, uint32_t first, uint32_t step);
bool ordo_analysis_choose_sizes(struct ordo_analysis *a);
bool ordo_analysis_fit_scopes(struct ordo_analysis *a, uint32_t first, uint32_t step);
/* Of production profiles, before the last step: own costs and totals become those of the whole run,
 * and what grows over the run is foretold from its series by "run". */
void ordo_analysis_scale(struct ordo_analysis *a);
void ordo_analysis_conclude(struct ordo_analysis *a);

#endif
