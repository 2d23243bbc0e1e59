/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * run_callees.h: limits the cost that callers can have spent in a callee by the callee's total.
 *
 * The samples of a scope measure its cost with callees. If one of a few hundred samples met an
 * event that happens once in the run (such as an error that walks everything that is open), the
 * scope's factor turns it into hundreds of events. The total of the callee itself may be known far
 * better, because iterations of loops are counted in all executions. If the callers' samples, each
 * multiplied by its factor, give a callee more cost than its total, the cost of that callee is
 * reduced by the same proportion in all of them.
 *
 * Shapes:  arrays are parallel to the profile's scopes; a recursion's entry stands for its
 *          routines and loops together
 * Units:   costs in steps, of the whole run
 * Threads: pure, reentrant
 * Cost:    O((scopes + edges) rounds), at most 64 rounds
 */
#ifndef ORDO_RUN_CALLEES_H
#define ORDO_RUN_CALLEES_H

#include "model/run/run_nesting.h"
#include "model/run/run_scope.h"

/* Sets out[] to the total of each scope: at most its total in `t`, and unchanged if that has an
 * interval. `factor`, by caller, scales recorded cost to all cost; 0: not known. */
void ordo_run_totals_by_callees(const struct ordo_profile *p,
                                const struct ordo_run_nesting *nesting, const double *factor,
                                const struct ordo_run_totals *t, double *out);

#endif
