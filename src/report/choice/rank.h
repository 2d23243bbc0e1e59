/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * rank.h: the order in which reports list scopes.
 *
 * Memory:  *out is malloc'ed, p->n_scopes indices, freed by the caller
 * Threads: pure, reentrant
 */
#ifndef ORDO_RANK_H
#define ORDO_RANK_H

#include "base/status.h"
#include "profile/profile.h"

enum ordo_rank_key {
    ORDO_RANK_COST, /* total cost, then own cost: greatest first */
    ORDO_RANK_SELF,
    ORDO_RANK_CALLS,
    ORDO_RANK_NAME,
};

/* All scopes, ties in the profile's order. */
enum ordo_status ordo_rank_scopes(const struct ordo_profile *p, enum ordo_rank_key key,
                                  uint32_t **out, struct ordo_error *error);

/* Part of the run's cost, in [0, 1]; 0 when the run has none. */
double ordo_rank_share(const struct ordo_profile *p, const struct ordo_profile_scope *s);

/* False for what was only listed: folded routines, irreducible loops, and routines of structure
 * builds that nothing was counted of. */
bool ordo_rank_profiled(const struct ordo_profile_scope *s);

#endif
