/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * run_observations.h: how loops with gates developed over the run, in the form in which other
 * builds observe single calls (profile/observations.h).
 *
 * Memory:  the observations belong to the totals
 * Threads: pure, reentrant
 * Cost:    O(samples)
 */
#ifndef ORDO_RUN_OBSERVATIONS_H
#define ORDO_RUN_OBSERVATIONS_H

#include "model/run/run_scope.h"

/* Sets the totals' observations: one for each sample, in the process in which most samples of the
 * scope were taken. Their numbers of calls and costs are those of all executions so far, samples or
 * not, and exact; sizes in between are interpolated. What was kept is known for the second of two
 * consecutive executions, and includes cells that plain code has written in between. Contexts and
 * threads are 0. */
void ordo_run_observations_find(const struct ordo_profile *p, struct ordo_run_totals *t);

#endif
