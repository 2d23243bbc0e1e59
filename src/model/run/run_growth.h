/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * run_growth.h: derives from samples the cost intervals of gated scopes, and how the iterations of
 * loops grow with the distinct cells that their executions read over the run.
 *
 * Threads: pure, reentrant
 */
#ifndef ORDO_RUN_GROWTH_H
#define ORDO_RUN_GROWTH_H

#include "model/run/run_scope.h"

/* Sets total, has_interval, means and growth of t's scopes, whose other fields are set already,
 * and adds the checkpoints. */
void ordo_run_growth_find(const struct ordo_profile *p, struct ordo_run_totals *t);

/* Returns whether too many samples of a recursion were given up. They are known to be long, and
 * the other samples do not represent them. (For loops, the number of missing iterations is known:
 * ordo_estimate_total.) */
bool ordo_run_misses_long_ones(const struct ordo_gated_scope *g);

#endif
