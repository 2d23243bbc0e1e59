/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * run_loops.h: makes each loop cost at least as much as the loops in it, which run nowhere else.
 *
 * The total of each loop is a separate estimate. An outer loop may have few samples, or none of
 * its longest executions. Its total would then be less than what is known to run in it.
 *
 * Threads: pure, reentrant
 * Cost:    O(scopes depth)
 */
#ifndef ORDO_RUN_LOOPS_H
#define ORDO_RUN_LOOPS_H

#include "model/run/run_scope.h"

/* Raises totals of loops to the certain cost of the loops in them: exact iterations, recorded
 * cost, and lower ends of intervals. Totals without an interval are also raised to the totals of
 * the loops in them, and lowered to the total of the loop around if that has an interval. Loops
 * that are executed within themselves are unchanged. */
void ordo_run_totals_by_loops(const struct ordo_profile *p, struct ordo_run_totals *t);

#endif
