/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * run_edges.h: who called whom in the whole run that samples show a part of.
 *
 * Memory:  the edges belong to the totals
 * Threads: pure, reentrant
 * Cost:    O(edges log edges)
 */
#ifndef ORDO_RUN_EDGES_H
#define ORDO_RUN_EDGES_H

#include "model/run/run_scope.h"

/* Sets the totals' edges, sorted by callee and caller: those of the profile, with the calls and
 * costs of the whole run, and those from loops to the loops in them, which need no sample.
 * `factor`, by caller, scales recorded cost to all cost; 0: not known. */
void ordo_run_edges_find(const struct ordo_profile *p, const double *factor,
                         struct ordo_run_totals *t);

#endif
