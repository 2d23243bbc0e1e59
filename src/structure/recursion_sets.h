/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * recursion_sets.h: which routines of a profile recurred together, according to its calling
 * contexts.
 *
 * Memory:  the structure is the caller's; ordo_recursion_sets_done frees what it holds
 * Threads: reentrant
 */
#ifndef ORDO_RECURSION_SETS_H
#define ORDO_RECURSION_SETS_H

#include "profile/profile.h"

struct ordo_recursion_sets {
    uint32_t *set; /* by scope: the smallest scope of its set; UINT32_MAX: it did not recur */
};

void ordo_recursion_sets_find(struct ordo_recursion_sets *s, const struct ordo_profile *p);
void ordo_recursion_sets_done(struct ordo_recursion_sets *s);

#endif
