/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * finding.h: findings as plain data (docs/findings.md).
 *
 * Shapes:  scopes are indices in the profile; ORDO_SCOPE_NONE_INDEX: none
 */
#ifndef ORDO_FINDING_H
#define ORDO_FINDING_H

#include "analysis/run_growths.h"
#include "analysis/run_history.h"

enum ordo_basis {
    ORDO_BASIS_ACTIVATION, /* each activation, by its own size */
    ORDO_BASIS_RUNS,       /* its total, by the size of runs */
    ORDO_BASIS_RUN,        /* its total within one run, by the number of its calls */
    ORDO_BASIS_WORST,      /* the greatest cost of an activation of each size */
    ORDO_BASIS_PASSES,     /* conditional: many calls over the same data, all of one size: no class
                              and no exponent */
    ORDO_BASIS_EVEN,       /* conditional: each activation, by its own size, but later
                              calls were not larger */
    ORDO_BASIS_KEPT, /* conditional: as ORDO_BASIS_RUN, but whether other code had written what
                        calls read again is not known */
};

struct ordo_scope_pair; /* profile_models.h */
struct ordo_scope_callers;
struct ordo_population;

#define ORDO_FINDING_THROUGH 16

/* Returns whether findings of the basis say only what would be if numbers grew that did not. */
static inline bool ordo_basis_is_conditional(enum ordo_basis basis) {
    return basis == ORDO_BASIS_PASSES || basis == ORDO_BASIS_EVEN || basis == ORDO_BASIS_KEPT;
}

struct ordo_finding {
    enum ordo_basis basis;
    uint32_t scope;
    enum ordo_growth growth; /* even: that of a call, which is not that of the run */
    double probability;      /* of the class; of growth_now if there is one */
    double from; /* the size from which on the class dominates; 0: at the largest seen */
    enum ordo_growth growth_now; /* if `from`: the class of the sizes seen */
    bool has_exponent;
    double exponent, low, high;
    const char *metric; /* "run" (runs), "calls" (run, passes), or the metric of the scope's
                           best size */
    double each;        /* runs: exponent of the cost of one call */
    double calls;       /* runs: exponent of the number of calls */
    double calls_now;   /* at the largest size; run, passes, even: of the run */
    double calls_all;   /* run, passes: calls of the same scope in all contexts */
    uint32_t calls_of;  /* whose calls these are: `inner`; or a callee that it calls most, if
                           production builds count no calls of it */
    bool calls_exact;
    uint32_t inner; /* the scope whose calls show it: `scope`, or library code in it, or (run,
                       passes) a routine that it makes expensive */
    double first_size, last_size; /* run: cells of a call at the beginning and at the end of the
                                     run; passes: the mean, twice */
    const struct ordo_observation *observed; /* run, passes: the calls that show it */
    uint64_t n_observed;
    const struct ordo_scope_pair *pair; /* activation: growth in two sizes; class and exponent are
                                           those if both grow in proportion. NULL: in one */
    bool over_runs; /* with a pair: its sizes are those of the run, the cost is the total */
    const struct ordo_scope_callers *callers; /* activation: it holds for calls from one caller, */
    const struct ordo_population *population; /* this one; NULL: for all */
    uint32_t multiplier;                      /* scope that makes it run so often */
    uint32_t through[ORDO_FINDING_THROUGH];   /* from the scope's caller to the multiplier; none
                                                 without one */
    uint32_t n_through;
    double share, share_at; /* of the run: now (largest), and at the factor; worst: of one call */
    double total_at;        /* cost at the factor; with a series of runs, of a larger run */
    double all_at;          /* run: the same for all runs of the profile together */
    double more;            /* without a larger run: at the factor, how many times its cost now */
};

/* Growth of memory in use at once (memory_growth.h). */
struct ordo_memory_growth {
    bool found;
    bool over_runs; /* by the size of runs; false: in each call, by `metric` */
    uint32_t scope; /* the innermost one with half of the peak that grows so */
    enum ordo_growth growth;
    double probability; /* of the class; 0: none fits */
    bool has_exponent;
    double exponent, low, high;
    const char *metric; /* over runs: the size's name */
    double now, at; /* bytes in use at once: in the dearest run or activation, and at the factor */
};

/* Mean sizes of a scope's first and last calls in one run, if later ones are larger, or smaller,
 * and it is not known whether they pass over the same data; else both are 0. */
struct ordo_size_change {
    double first, last;
};

struct ordo_findings {
    struct ordo_finding *list;
    uint32_t n;
    struct ordo_run_growths runs; /* its factor is that of share_at and total_at */
    bool run_is_known; /* false: the run's cost is a lower bound, and shares are of that */
    struct ordo_size_change *change; /* by scope */
    bool *undecided; /* by scope, production profiles: samples do not show whether its calls became
                        more expensive during the run */
};

#endif
