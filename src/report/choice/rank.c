/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * rank.c: copies the keys and sorts them, with the index as the last key: the order is total.
 */
#include "report/choice/rank.h"
#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct keyed {
    uint64_t first, second;
    const char *name;
    uint32_t index;
};

static int by_key(const void *a, const void *b) {
    const struct keyed *x = a, *y = b;
    if (x->first != y->first) return x->first > y->first ? -1 : 1;
    if (x->second != y->second) return x->second > y->second ? -1 : 1;
    int c = strcmp(x->name, y->name);
    return c ? c : (x->index > y->index) - (x->index < y->index);
}

uint32_t *ordo_rank_scopes(const struct ordo_profile *p, enum ordo_rank_key key,
                           const double *own) {
    struct keyed *k = ordo_memory_new((size_t)p->n_scopes + 1, sizeof *k);
    uint32_t *order = ordo_memory_new((size_t)p->n_scopes + 1, sizeof *order);
    for (uint32_t i = 0; i < p->n_scopes; i++) {
        const struct ordo_profile_scope *s = &p->scopes[i];
        uint64_t self = !own ? s->cost_self : own[i] > 0 ? (uint64_t)llround(own[i]) : 0;
        k[i] = (struct keyed){.name = "", .index = i};
        switch (key) {
        case ORDO_RANK_COST:
            k[i].first = s->cost_total, k[i].second = self;
            break;
        case ORDO_RANK_SELF:
            k[i].first = self, k[i].second = s->cost_total;
            break;
        case ORDO_RANK_CALLS:
            k[i].first = s->calls, k[i].second = s->cost_total;
            break;
        case ORDO_RANK_NAME:
            k[i].name = s->name;
            break;
        }
    }
    qsort(k, p->n_scopes, sizeof *k, by_key);
    for (uint32_t i = 0; i < p->n_scopes; i++) order[i] = k[i].index;
    free(k);
    return order;
}

double ordo_rank_share(const struct ordo_profile *p, const struct ordo_profile_scope *s) {
    if (!p->total_cost) return 0;
    double share = (double)s->cost_total / (double)p->total_cost;
    return share > 1 ? 1 : share;
}

bool ordo_rank_profiled(const struct ordo_profile_scope *s) {
    if (s->flags & ORDO_PROFILE_REPETITIONS && !s->calls && !s->unfinished) return false;
    return !(s->flags & (ORDO_PROFILE_FOLDED | ORDO_PROFILE_IRREDUCIBLE));
}
