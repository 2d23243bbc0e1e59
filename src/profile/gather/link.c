/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * link.c: one pass over each array; the items of one scope are adjacent in a sorted array.
 */
#include "profile/gather/link.h"

static void extend(struct ordo_span *span, uint64_t i) {
    if (!span->n++) span->first = i;
}

/* Splits the series of one routine into those of unit 0 and those of unit 1, which are last. */
static void split(const struct ordo_profile *p, struct ordo_span all, struct ordo_span *every,
                  struct ordo_span *units) {
    *every = (struct ordo_span){all.first, 0};
    while (every->n < all.n && p->series[all.first + every->n].unit == 0) every->n++;
    *units = (struct ordo_span){all.first + every->n, all.n - every->n};
    if (!units->n) *units = *every;
    if (!every->n) every->first = 0;
}

void ordo_profile_link(struct ordo_profile *p) {
    const struct ordo_span none = {0, 0};
    struct ordo_span every, units;
    for (uint32_t i = 0; i < p->n_scopes; i++)
        p->scopes[i].series = p->scopes[i].callers = p->scopes[i].children = none;
    for (uint32_t i = 0; i < p->n_series; i++) extend(&p->scopes[p->series[i].scope.i].series, i);
    for (uint64_t i = 0; i < p->n_edges; i++) extend(&p->scopes[p->edges[i].callee.i].callers, i);
    for (uint64_t i = 0; i < p->n_children; i++)
        extend(&p->scopes[p->children[i].parent.i].children, i);
    for (uint32_t i = 0; i < p->n_scopes; i++) {
        struct ordo_profile_scope *s = &p->scopes[i];
        if (s->kind != ORDO_PROFILE_RECURSION) continue;
        split(p, p->scopes[s->routine.i].series, &every, &units);
        s->series = units;
    }
    for (uint32_t i = 0; i < p->n_scopes; i++) {
        struct ordo_profile_scope *s = &p->scopes[i];
        if (s->kind == ORDO_PROFILE_RECURSION) continue;
        split(p, s->series, &every, &units);
        s->series = every;
    }
}
