/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * analysis.h: computes the cost functions of a whole profile.
 *
 * Each series gets a model. Each scope gets the size that explains its cost best, its predicted
 * cost on a larger input, and the cause of its growth.
 *
 * Shapes:  needs a profile that was loaded whole
 * Memory:  free it with ordo_analysis_free; it refers to the profile, which must outlive it
 * Threads: see the steps below; some can be shared by several threads
 */
#ifndef ORDO_ANALYSIS_H
#define ORDO_ANALYSIS_H

#include "analysis/profile_models.h"
#include "model/run/run_totals.h"

/* Returns an analysis without results yet. */
struct ordo_analysis *ordo_analysis_new(const struct ordo_profile *p);
void ordo_analysis_free(struct ordo_analysis *a); /* NULL is allowed */

/* Returns the index of the scope's series by the size "run"; ORDO_SERIES_NONE if it has none. */
uint32_t ordo_analysis_run_series(const struct ordo_analysis *a, uint32_t scope);

/* Returns whether the scope's cost certainly grows faster over the run than in each execution:
 * faster than linear, and faster than by its best size. */
bool ordo_analysis_run_is_faster(const struct ordo_analysis *a, uint32_t scope);

/* The steps, in this order; each needs the step before to be complete for the whole profile. Calls
 * with `first` = 0 .. step - 1 each do a part of the work of fit_series and fit_scopes, so that
 * `step` threads can share it. */
void ordo_analysis_fit_series(struct ordo_analysis *a, uint32_t first, uint32_t step);
void ordo_analysis_choose_sizes(struct ordo_analysis *a);
void ordo_analysis_fit_scopes(struct ordo_analysis *a, uint32_t first, uint32_t step);
/* For production profiles, before the last step: scales own costs and totals to the whole run, and
 * predicts growth over the run from the series by "run". */
void ordo_analysis_scale(struct ordo_analysis *a);
void ordo_analysis_conclude(struct ordo_analysis *a);
/* After the findings: replaces predictions by those that a series of runs gives, or the history of
 * one run. Shares are set anew if that or, if `changed`, another step has changed predictions. */
void ordo_analysis_use_runs(struct ordo_analysis *a, bool changed);

#endif
