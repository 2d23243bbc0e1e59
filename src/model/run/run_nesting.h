/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * run_nesting.h: what lies within what in the samples of a production profile: routines and loops
 * within recursions, and loops within themselves.
 *
 * A loop from which a recursion is entered again is executed within itself. Each of its executions
 * passes its gate and may be a sample of all that lies below it.
 *
 * Shapes:  arrays are parallel to the profile's scopes
 * Memory:  ended by ordo_run_nesting_done, also when the making failed
 * Threads: pure, reentrant                      Cost: O(scopes + contexts)
 */
#ifndef ORDO_RUN_NESTING_H
#define ORDO_RUN_NESTING_H

#include "profile/profile.h"

struct ordo_run_nesting {
    uint32_t *recursion; /* a scope that stands for the recursion whose routine this is, or a loop
                            of one; UINT32_MAX: none that was recorded from its entry on */
    bool *in_itself;     /* a loop with an execution in an execution of its own */
    uint64_t *outermost; /* of such a loop: what its outermost executions cost; a bound, which is
                            UINT64_MAX where the tree of calling contexts was cut */
};

/* False when memory is out. */
bool ordo_run_nesting_find(const struct ordo_profile *p, struct ordo_run_nesting *out);
void ordo_run_nesting_done(struct ordo_run_nesting *n);

#endif
