/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * growth_rank.c: copies the keys and sorts them, with the index as the last key: the order is
 * total.
 */
#include "analysis/growth_rank.h"

#include "base/memory.h"

#include <stdlib.h>

struct keyed {
    bool explosive;
    int order; /* of the class; -1: unknown or not asked for */
    double share, predicted;
    uint64_t cost;
    uint32_t index;
};

static int descending(double a, double b) {
    return (a < b) - (a > b);
}

static int by_key(const void *a, const void *b) {
    const struct keyed *x = a, *y = b;
    if (x->explosive != y->explosive) return x->explosive ? -1 : 1;
    if (x->order != y->order) return x->order > y->order ? -1 : 1;
    int c = descending(x->share, y->share);
    if (!c) c = descending(x->predicted, y->predicted);
    if (!c) c = (x->cost < y->cost) - (x->cost > y->cost);
    return c ? c : (x->index > y->index) - (x->index < y->index);
}

const struct ordo_series_model *ordo_growth_best(const struct ordo_analysis *a, uint32_t scope) {
    uint32_t best = a->scope[scope].best;
    return best == ORDO_SERIES_NONE ? NULL : &a->series[best];
}

uint32_t *ordo_growth_rank(const struct ordo_analysis *a, bool by_order) {
    uint32_t n = a->profile->n_scopes;
    struct keyed *k = ordo_memory_new((size_t)n + 1, sizeof *k);
    uint32_t *order = ordo_memory_new((size_t)n + 1, sizeof *order);
    for (uint32_t i = 0; i < n; i++) {
        const struct ordo_scope_growth *g = &a->scope[i];
        const struct ordo_series_model *m = ordo_growth_best(a, i);
        k[i] = (struct keyed){.explosive = g->explosive,
                              .order = -1,
                              .share = g->has_share ? g->share_at_10x : 0,
                              .predicted = g->predicted_total,
                              .cost = a->profile->scopes[i].cost_total,
                              .index = i};
        if (by_order && m && m->mean.growth != ORDO_GROWTH_NONE) k[i].order = (int)m->mean.growth;
    }
    qsort(k, n, sizeof *k, by_key);
    for (uint32_t i = 0; i < n; i++) order[i] = k[i].index;
    free(k);
    return order;
}
