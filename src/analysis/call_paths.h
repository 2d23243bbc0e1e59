/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * call_paths.h: ways through a profile's edges: from a scope to its callers, and to what it calls.
 *
 * Memory:  free it with ordo_call_paths_done; it refers to the profile and the edges
 * Threads: pure, reentrant
 */
#ifndef ORDO_CALL_PATHS_H
#define ORDO_CALL_PATHS_H

#include "profile/profile.h"

#define ORDO_CALL_PATHS_LONGEST 64 /* longer paths are cut */

struct ordo_call_paths {
    const struct ordo_profile *p;
    uint64_t *into; /* by scope: its edges as a callee are
                       called[into[i]] to called[into[i + 1] - 1] */
    const struct ordo_edge *called;
    uint64_t
        *first; /* by scope: its edges as a caller are edge[first[i]] to edge[first[i + 1] - 1] */
    const struct ordo_edge **edge;
    uint32_t *recursion; /* by scope: one recursion that it is a member of, or itself */
};

/* `edges` are those of the profile, or others between its scopes, sorted by callee. */
void ordo_call_paths_init(struct ordo_call_paths *c, const struct ordo_profile *p,
                          const struct ordo_edge *edges, uint64_t n);
void ordo_call_paths_done(struct ordo_call_paths *c);

/* Returns the recursion that the scope's routine belongs to; the routine if it is in none. All
 * members of a cycle of calls have the same one. */
static inline uint32_t ordo_call_recursion(const struct ordo_call_paths *c, uint32_t scope) {
    return c->recursion[c->p->scopes[scope].routine.i];
}

/* Returns the caller that the scope's cost comes from most; ORDO_SCOPE_NONE_INDEX at the bottom of
 * a thread. Calls from within its recursion do not count, except those of a loop by its routine. */
uint32_t ordo_call_main_caller(const struct ordo_call_paths *c, uint32_t scope);

/* Returns whether `outer` is on the way from `inner` through main callers. Scopes of one recursion,
 * except loops, stand for each other. */
bool ordo_call_is_around(const struct ordo_call_paths *c, uint32_t outer, uint32_t inner);

#endif
