/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * run_growths.h: how each scope's calls and cost grow with the size of the run, over a series of
 * runs (docs/models.md, "Growth across runs").
 *
 * Shapes:  arrays are parallel to the profile's scopes
 * Memory:  free it with ordo_run_growths_free; it refers to the profile
 * Threads: pure, reentrant
 */
#ifndef ORDO_RUN_GROWTHS_H
#define ORDO_RUN_GROWTHS_H

#include "analysis/comparable_runs.h"
#include "analysis/power_fit.h"

/* What a scope cost at each size; the mean over runs of equal size. Sizes at which it did not run
 * are left out. */
struct ordo_run_points {
    double size[ORDO_RUNS_WITH_COSTS], cost[ORDO_RUNS_WITH_COSTS], own[ORDO_RUNS_WITH_COSTS],
        calls[ORDO_RUNS_WITH_COSTS];
    size_t n;
};

struct ordo_over_runs {
    uint32_t n;         /* distinct sizes at which the scope cost anything; then also `known` */
    double calls;       /* log-log slope of its calls from the smallest to the largest of them */
    double calls_upper; /* the same over the upper half, as cost.upper */
    double cost_now;    /* at the largest size */
    double own_now;
    struct ordo_power_value at; /* predicted cost at the factor */
    double own_at;
    double calls_now;
    bool sudden; /* nearly all growth of the cost of a call is in the upper half of the sizes, and
                    more than any polynomial up to n^3 has there that hardly grows before */
    struct ordo_power_fit cost;
};

struct ordo_run_growths {
    struct ordo_run_series series;
    double factor;             /* of the largest size, for predictions */
    double noise;              /* standard deviation of log(sum) that inputs cause */
    bool may_shift;            /* a part of the sizes may be constant (power_fit.h) */
    struct ordo_over_runs run; /* of the whole run */
    struct ordo_over_runs *scope;
};

/* Fits all scopes; out->series.n is 0 if the profile has no series of runs. `size` chooses the size
 * of runs by its name (NULL: the first that explains their cost). */
void ordo_run_growths_find(const struct ordo_profile *p, const char *size, double factor,
                           struct ordo_run_growths *out);
void ordo_run_growths_free(struct ordo_run_growths *g);

/* Returns whether the series says what a run at the factor will cost: it has three sizes or more,
 * and they leave less than a factor of ORDO_RUNS_WIDEST open. */
bool ordo_run_growths_predict(const struct ordo_run_growths *g);
#define ORDO_RUNS_WIDEST 16

/* Returns what the scope cost in a run, and sets *calls; 0 if it did not run. */
double ordo_run_growths_cost(const struct ordo_profile *p, uint32_t run, uint32_t scope,
                             double *calls);

/* Returns what the scope's total is at a size, by its fit; x has its points. */
struct ordo_power_value ordo_run_growths_value(const struct ordo_run_growths *g,
                                               const struct ordo_run_points *x, uint32_t scope,
                                               double at);

/* Returns how many times as much the scope cost at the larger of two sizes, and sets *larger to how
 * many times as large that was; 0 unless the series has two sizes, and the scope ran at both. Costs
 * of production builds are estimates, and have none. */
double ordo_run_growths_ratio(const struct ordo_profile *p, const struct ordo_run_growths *g,
                              uint32_t scope, double *larger);

/* Collects a scope's points; ORDO_SCOPE_NONE_INDEX: those of the whole run. */
void ordo_run_growths_points(const struct ordo_profile *p, const struct ordo_run_growths *g,
                             uint32_t scope, struct ordo_run_points *points);

#endif
