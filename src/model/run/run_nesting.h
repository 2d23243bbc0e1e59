/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * run_nesting.h: finds nesting in the samples of a production profile: routines and loops within
 * recursions, and loops within themselves.
 *
 * A loop is executed within itself if a recursion is entered again from it. Each of its executions
 * passes its gate and may become a sample of everything below it.
 *
 * Shapes:  arrays are parallel to the profile's scopes
 * Memory:  ordo_run_nesting_done frees it, also after a failure
 * Threads: pure, reentrant
 * Cost:    O(scopes + contexts)
 */
#ifndef ORDO_RUN_NESTING_H
#define ORDO_RUN_NESTING_H

#include "profile/profile.h"

struct ordo_run_nesting {
    uint32_t *recursion; /* the recursion (a scope) that this routine, or this loop's routine,
                            belongs to; UINT32_MAX: none that was recorded from its entry */
    bool *in_itself;     /* a loop that was executed within itself */
    uint64_t *outermost; /* of such a loop: cost of its outermost executions, as an upper bound;
                            UINT64_MAX if the tree of calling contexts was cut */
};

void ordo_run_nesting_find(const struct ordo_profile *p, struct ordo_run_nesting *out);
void ordo_run_nesting_done(struct ordo_run_nesting *n);

#endif
