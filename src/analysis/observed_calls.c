/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "analysis/observed_calls.h"

/* Returns whether a call in the context is part of another call of the scope. */
static bool is_nested(const struct ordo_profile *p, uint32_t context) {
    uint32_t scope = p->contexts[context].scope.i;
    for (uint32_t up = p->contexts[context].parent; up != UINT32_MAX; up = p->contexts[up].parent)
        if (p->contexts[up].scope.i == scope) return true;
    return false;
}

struct ordo_observed_calls ordo_observed_calls_of(const struct ordo_profile *p, uint32_t scope) {
    const struct ordo_observation *o = p->observations;
    struct ordo_observed_calls best = {0};
    for (uint64_t i = 0, end; i < p->n_observations; i = end) {
        for (end = i + 1; end < p->n_observations; end++)
            if (o[end].context != o[i].context || o[end].thread != o[i].thread) break;
        if (p->contexts[o[i].context].scope.i != scope || is_nested(p, o[i].context)) continue;
        if (!best.n || o[end - 1].sum_cost > best.first[best.n - 1].sum_cost)
            best = (struct ordo_observed_calls){o + i, end - i};
    }
    return best;
}
