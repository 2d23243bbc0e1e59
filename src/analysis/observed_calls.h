/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * observed_calls.h: the observed calls that show how the cost of a scope's calls developed during
 * the run: those of its calling context with the greatest cost, in one thread. A scope's history
 * (run_history.h) is made of the same ones.
 *
 * Threads: pure, reentrant
 */
#ifndef ORDO_OBSERVED_CALLS_H
#define ORDO_OBSERVED_CALLS_H

#include "profile/profile.h"

struct ordo_observed_calls {
    const struct ordo_observation *first; /* by number of the call; belongs to the profile */
    uint64_t n;                           /* 0: no call of the scope was observed */
};

/* Chooses the context with the greatest cost. Contexts inside another call of the scope do not
 * count. */
struct ordo_observed_calls ordo_observed_calls_of(const struct ordo_profile *p, uint32_t scope);

#endif
