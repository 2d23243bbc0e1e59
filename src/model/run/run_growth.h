/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * run_growth.h: what samples say of the scopes with gates: intervals of their costs, and how the
 * iterations of loops grow with the distinct cells that their executions read over the run.
 *
 * Errors:  false when memory is out
 * Threads: pure, reentrant
 */
#ifndef ORDO_RUN_GROWTH_H
#define ORDO_RUN_GROWTH_H

#include "model/run/run_totals.h"

/* Fills total, has_interval and growth of t's scopes, whose other fields are known, and moments. */
bool ordo_run_growth_find(const struct ordo_profile *p, struct ordo_run_totals *t);

#endif
