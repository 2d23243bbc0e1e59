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
 * Memory:  freed by ordo_run_totals_free
 * Threads: pure, reentrant
 * Source:  docs/estimates.md, docs/production.md
 */
#ifndef ORDO_RUN_TOTALS_H
#define ORDO_RUN_TOTALS_H

#include "model/run/run_scope.h"

/* Estimates the totals of the profile. */
struct ordo_run_totals *ordo_run_totals_new(const struct ordo_profile *p);
void ordo_run_totals_free(struct ordo_run_totals *t); /* NULL is allowed */

/* Adds to the profile, loaded for a report, a series of each loop that grows over its run: size
 * metric "run" (distinct cells read so far), cost "iterations" (so far), one activation per
 * checkpoint. Call it before the analysis. */
void ordo_run_series_add(const struct ordo_run_totals *t, struct ordo_profile *p);

/* Replaces calls, iterations and costs of the profile's scopes, and its total cost, by those of
 * the whole run. The profile was loaded for a report. Points, edges and contexts remain those of
 * samples. */
void ordo_run_totals_apply(const struct ordo_run_totals *t, struct ordo_profile *p);

#endif
