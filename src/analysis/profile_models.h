/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * profile_models.h: the vocabulary of the models of a whole profile (analysis.h). Plain data.
 *
 * Shapes:  arrays are parallel to the profile's
 */
#ifndef ORDO_PROFILE_MODELS_H
#define ORDO_PROFILE_MODELS_H

#include "analysis/finding.h"
#include "analysis/own_cost.h"
#include "model/fit/model.h"
#include "model/fit/two_sizes.h"
#include "model/run/run_scope.h"
#include "profile/profile.h"

#define ORDO_SERIES_NONE UINT32_MAX

struct ordo_series_model {
    struct ordo_model mean, worst;
    double unexplained; /* relative variance of the cost that the size does not explain, per
                           activation */
    bool various_sizes, costs_differ; /* series_facts.h */
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
    double share;               /* share of that part in the scope's cost at the factor times its
                                   largest size */
    struct ordo_scope_id root;  /* scope in which the growth originates; the scope itself if it
                                   does */
};

#define ORDO_SIZE_NAME 64 /* bytes of the name of a size; longer names of arguments are cut */

/* The cost of a scope as a function of two of its sizes. */
struct ordo_scope_pair {
    char n[ORDO_SIZE_NAME], m[ORDO_SIZE_NAME]; /* which sizes: "arg:rows", "rms", ... */
    struct ordo_two_sizes fit;
    double more; /* factor by which the cost grows if both sizes grow by the analysis' factor */
    bool each;   /* of run sizes: one call becomes more expensive, too */
    double most; /* of run sizes: the cost in the dearest run */
};

/* The calls of a scope from one routine. */
struct ordo_population {
    uint32_t caller; /* scope of the routine; ORDO_SCOPE_NONE_INDEX: the bottom of a thread */
    size_t calls;    /* that were observed */
    double share;    /* of the scope's cost */
    struct ordo_model mean; /* has a class */
};
#define ORDO_POPULATIONS 4

/* Callers of a scope whose calls follow different cost functions of one size. */
struct ordo_scope_callers {
    char n[ORDO_SIZE_NAME];
    double error, together; /* typical error of ln cost, of calls that were left out of the fit: of
                               functions by caller, and of the best function of all calls */
    double more;            /* as above */
    uint32_t n_populations;
    struct ordo_population population[ORDO_POPULATIONS]; /* the most expensive one first */
};

/* A loop that no size of its own explains, by an argument of its routine or by depth. */
struct ordo_loop_argument {
    char n[ORDO_SIZE_NAME]; /* "arg:rows", "depth" */
    size_t calls;           /* that were observed */
    struct ordo_model mean; /* has a class */
};

struct ordo_scope_growth {
    uint32_t best;       /* index of the best series; ORDO_SERIES_NONE: no size was measured */
    bool has_share;      /* false: own cost belongs to a recursion or is not defined */
    bool explosive;      /* own cost grows exponentially */
    double own_now;      /* own cost now, to compare own_at_10x with */
    double own_of_all;   /* production profiles: own cost in all runs, also where a series of runs
                            makes own_now that of the largest */
    double own_at_10x;   /* predicted own cost at the factor; exponentials: at n + 5 */
    double share_at_10x; /* share of own_at_10x; all shares sum to 1 */
    double predicted_total; /* cost_total at the factor (call_factors.h) */
    struct ordo_model own;  /* own cost by the scope's best size */
    struct ordo_cause cause;
    /* At most one of these; NULL: not needed, or not known. Owned by the analysis. */
    const struct ordo_scope_pair *pair;
    const struct ordo_scope_callers *callers;
    const struct ordo_loop_argument *argument;
    const struct ordo_scope_pair
        *run_pair; /* its total in a run by two sizes of the run, or NULL */
};

struct ordo_scope_calls_index;

struct ordo_analysis {
    const struct ordo_profile *profile;
    double factor;                    /* of sizes, for predictions; 10 unless asked for */
    enum ordo_cost_unit unit;         /* unit of the profile's cost metric */
    struct ordo_series_model *series; /* profile->n_series */
    struct ordo_scope_growth *scope;  /* profile->n_scopes */
    struct ordo_own_costs own;
    struct ordo_findings findings;
    struct ordo_memory_growth memory;
    const struct ordo_scope_calls_index
        *calls;                  /* while they are fitted (whole_calls.h), else NULL */
    struct ordo_run_totals *run; /* production profiles only, else NULL; freed with the analysis */
};

#endif
