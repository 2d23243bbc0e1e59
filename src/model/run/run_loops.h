/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * run_loops.h: a loop costs no less than the loops in it, which run nowhere else.
 *
 * Each loop's total is an estimate of its own, and a loop around others may have few samples, or
 * none where the longest executions are: then its total is less than what is known to run in it.
 *
 * Errors:  false when memory is out
 * Threads: pure, reentrant      Cost: O(scopes depth)
 */
#ifndef ORDO_RUN_LOOPS_H
#define ORDO_RUN_LOOPS_H

#include "model/run/run_totals.h"

/* Raises totals of loops to what is sure of the loops in them: their exact iterations, what was
 * recorded, lower ends of intervals; totals without an interval also to what their loops have. A
 * total without an interval of a loop in one that has one is not above that. Loops that are
 * executed within themselves are left alone. */
bool ordo_run_totals_by_loops(const struct ordo_profile *p, struct ordo_run_totals *t);

#endif
