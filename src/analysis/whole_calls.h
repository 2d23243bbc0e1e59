/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * whole_calls.h: what single calls show that no function of one size does: a cost that depends on
 * two sizes, or on the caller, or, for a loop, on an argument of its routine (docs/models.md, "Two
 * sizes", "Callers" and "Loops that work in registers").
 *
 * Only the observed calls of scopes with a noticeable share of the run are looked at.
 *
 * Threads: ordo_whole_calls_fit may be called by several threads with `first` = 0 .. step - 1
 */
#ifndef ORDO_WHOLE_CALLS_H
#define ORDO_WHOLE_CALLS_H

#include "analysis/profile_models.h"
#include "analysis/scope_calls.h"

/* Fits the scopes first, first + step, ... of the profile, whose calls are a->calls. Sets `pair`,
 * `callers` and `argument`. */
void ordo_whole_calls_fit(struct ordo_analysis *a, uint32_t first, uint32_t step);

/* Fits the totals of scopes by two sizes of the run, if there are enough runs. Sets `run_pair`. */
void ordo_whole_runs_fit(struct ordo_analysis *a);

/* Replaces the predictions of scopes that have a pair or callers. Returns whether there are any. */
bool ordo_whole_calls_predict(struct ordo_analysis *a);

void ordo_whole_calls_free(struct ordo_analysis *a);

#endif
