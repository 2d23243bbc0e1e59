/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * rank.h: the order in which reports list scopes.
 *
 * Memory:  an order has p->n_scopes indices; free() it
 * Threads: pure, reentrant
 */
#ifndef ORDO_RANK_H
#define ORDO_RANK_H

#include "profile/profile.h"

enum ordo_rank_key {
    ORDO_RANK_COST, /* total cost, then own cost: greatest first */
    ORDO_RANK_SELF,
    ORDO_RANK_CALLS,
    ORDO_RANK_NAME,
};

/* Sorts all scopes; equal ones stay in the profile's order. own: own costs by scope, NAN where they
 * are not known; NULL: those of the profile, without library routines. */
uint32_t *ordo_rank_scopes(const struct ordo_profile *p, enum ordo_rank_key key, const double *own);

/* Returns the scope's part of the run's cost, in [0, 1]; 0 if the run has no cost. */
double ordo_rank_share(const struct ordo_profile *p, const struct ordo_profile_scope *s);

/* Returns false for scopes that are only listed: folded routines, irreducible loops, and routines
 * of structure builds that were not counted. */
bool ordo_rank_profiled(const struct ordo_profile_scope *s);

#endif
