/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * run_costs.h: what each scope did in each of several runs of a production build.
 *
 * Gates count the iterations of all executions, so own costs of loops are exact for each run, even
 * if a run is too short for a single sample. All else follows them: how the cost of a scope is
 * divided among its callers comes from the samples of all runs together.
 *
 * Threads: pure, reentrant
 * Cost:    O(runs (scopes + edges) rounds), at most 64 rounds
 */
#ifndef ORDO_RUN_COSTS_H
#define ORDO_RUN_COSTS_H

#include "model/run/run_scope.h"

/* Replaces the costs of the profile's runs, which are what their gates counted and their samples
 * recorded, by those of the whole runs, and the costs of their processes accordingly. The profile
 * was loaded for a report; ordo_run_totals_apply comes afterwards. */
void ordo_run_costs_apply(const struct ordo_run_totals *t, struct ordo_profile *p);

#endif
