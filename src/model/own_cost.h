/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * own_cost.h: which scope a block of the run belongs to, and at what size.
 *
 * A library routine's cost belongs to the scope that calls it; that of a recursion's members to the
 * recursion, if one routine enters it.
 *
 * Memory:  ordo_own_costs_done frees; the profile must live as long
 * Threads: reentrant
 */
#ifndef ORDO_OWN_COST_H
#define ORDO_OWN_COST_H

#include "profile/profile.h"

struct ordo_own_costs {
    const struct ordo_profile *profile;
    double *total;      /* by scope; sums to the own costs of the profile */
    double *library;    /* by scope: the part that library routines took */
    uint32_t *taken_by; /* by scope: the recursion that counts it, UINT32_MAX: none */
};

bool ordo_own_costs_init(struct ordo_own_costs *o, const struct ordo_profile *p);
void ordo_own_costs_done(struct ordo_own_costs *o);

/* False for library routines, members that their recursion counts, and what was only listed. */
bool ordo_own_cost_has(const struct ordo_own_costs *o, uint32_t scope);

/* The scope's own cost at each point of one of its series, in out[series->points.n]. */
void ordo_own_cost_points(const struct ordo_own_costs *o, uint32_t scope,
                          const struct ordo_series *series, double *out);

#endif
