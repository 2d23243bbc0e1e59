/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * own_cost.h: assigns every block of the run to one scope and one size.
 *
 * The cost of a library routine belongs to the scope that calls it. The cost of a recursion's
 * members belongs to the recursion if a single routine enters it.
 *
 * Memory:  ordo_own_costs_done frees it; the profile must outlive it
 * Threads: reentrant
 */
#ifndef ORDO_OWN_COST_H
#define ORDO_OWN_COST_H

#include "profile/profile.h"

struct ordo_own_costs {
    const struct ordo_profile *profile;
    double *total;      /* by scope; the sum is the profile's own cost */
    double *library;    /* by scope: the part spent in library routines */
    uint32_t *taken_by; /* by scope: the recursion that its cost belongs to, or UINT32_MAX */
};

void ordo_own_costs_init(struct ordo_own_costs *o, const struct ordo_profile *p);
void ordo_own_costs_done(struct ordo_own_costs *o);

/* Returns whether the scope has own cost. False for library routines, for members whose cost
 * belongs to their recursion, and for scopes that are only listed. */
bool ordo_own_cost_has(const struct ordo_own_costs *o, uint32_t scope);

/* Returns the own cost that reports show: that of a routine or loop with the library routines that
 * it calls, also if it belongs to a recursion; that of a recursion with its members. NAN: not
 * known. */
double ordo_own_cost_shown(const struct ordo_own_costs *o, uint32_t scope);

/* Sets out[series->points.n] to the scope's own cost at each point of one of its series. */
void ordo_own_cost_points(const struct ordo_own_costs *o, uint32_t scope,
                          const struct ordo_series *series, double *out);

#endif
