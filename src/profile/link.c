/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * link.c: one pass over each array; a sorted array has the items of one scope in one stretch.
 */
#include "profile/link.h"

static void extend(struct ordo_span *span, uint64_t i) {
    if (!span->n++) span->first = i;
}

/* A recursion's series are its routine's of unit 1, which come last. */
static struct ordo_span unit_series(const struct ordo_profile *p, struct ordo_span all) {
    while (all.n && p->series[all.first].unit == 0) {
        all.first++;
        all.n--;
    }
    return all;
}

void ordo_profile_link(struct ordo_profile *p) {
    const struct ordo_span none = {0, 0};
    for (uint32_t i = 0; i < p->n_scopes; i++)
        p->scopes[i].series = p->scopes[i].callers = p->scopes[i].children = none;
    for (uint32_t i = 0; i < p->n_series; i++) extend(&p->scopes[p->series[i].scope.i].series, i);
    for (uint64_t i = 0; i < p->n_edges; i++) extend(&p->scopes[p->edges[i].callee.i].callers, i);
    for (uint64_t i = 0; i < p->n_children; i++)
        extend(&p->scopes[p->children[i].parent.i].children, i);
    for (uint32_t i = 0; i < p->n_scopes; i++)
        if (p->scopes[i].kind == ORDO_PROFILE_RECURSION)
            p->scopes[i].series = unit_series(p, p->scopes[p->scopes[i].routine.i].series);
}
