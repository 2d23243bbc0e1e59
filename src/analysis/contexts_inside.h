/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * contexts_inside.h: which calling contexts are inside of a scope.
 *
 * Threads: pure, reentrant
 */
#ifndef ORDO_CONTEXTS_INSIDE_H
#define ORDO_CONTEXTS_INSIDE_H

#include "profile/profile.h"

#include <stdbool.h>

/* Sets inside[i] for each context of the scope and for those below them, and clears the others. */
static inline void ordo_contexts_inside(const struct ordo_profile *p, uint32_t scope,
                                        bool *inside) {
    for (uint32_t i = 0; i < p->n_contexts; i++) { /* parents come first */
        uint32_t up = p->contexts[i].parent;
        inside[i] = (up != UINT32_MAX && inside[up]) || p->contexts[i].scope.i == scope;
    }
}

#endif
