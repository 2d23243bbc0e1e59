/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * run_callees.h: what callers take of their callees is no more than these have in all.
 *
 * A scope's samples tell what it costs with all that it calls. When one of a few hundred met what
 * happens once in the run (an error that walks all that is open), its factor makes hundreds of it.
 * Whatever that was has a total of its own, which may be known far better: iterations of loops are
 * counted in all executions. So where the callers' samples, each with its factor, say more of a
 * callee than the callee has, each is taken to have cost that much less.
 *
 * Shapes:  arrays are parallel to the profile's scopes; a recursion's number stands for its
 * routines and loops together Units:   costs in steps, of the whole run Errors:  false when memory
 * is out Threads: pure, reentrant                      Cost: O((scopes + edges) rounds), at most 64
 * rounds
 */
#ifndef ORDO_RUN_CALLEES_H
#define ORDO_RUN_CALLEES_H

#include "model/run/run_nesting.h"
#include "model/run/run_totals.h"

/* `factor`: from recorded to all, by caller; 0: not known. out: the total of each scope, not above
 * what `t` has of it; of scopes with an interval that stands. */
bool ordo_run_totals_by_callees(const struct ordo_profile *p,
                                const struct ordo_run_nesting *nesting, const double *factor,
                                const struct ordo_run_totals *t, double *out);

#endif
