/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * recursion_sets.c: a context whose routine is also above it on its path is a re-entry: all
 * routines between the two are of one recursion. Such paths that share a routine are joined (union
 * by smallest index, paths halved).
 */
#include "structure/recursion_sets.h"
#include "base/memory.h"

#include <stdlib.h>

static uint32_t find(uint32_t *set, uint32_t i) {
    while (set[i] != i) i = set[i] = set[set[i]];
    return i;
}

static void join(uint32_t *set, uint32_t a, uint32_t b) {
    if (set[a] == UINT32_MAX) set[a] = a;
    if (set[b] == UINT32_MAX) set[b] = b;
    a = find(set, a);
    b = find(set, b);
    if (a < b)
        set[b] = a;
    else
        set[a] = b;
}

static bool is_routine(const struct ordo_profile *p, const struct ordo_context *c) {
    return p->scopes[c->scope.i].kind == ORDO_PROFILE_ROUTINE;
}

/* Returns the nearest context above that is of the same scope, or UINT32_MAX. */
static uint32_t earlier(const struct ordo_profile *p, const struct ordo_context *c) {
    uint32_t up = c->parent;
    while (up != UINT32_MAX && p->contexts[up].scope.i != c->scope.i) up = p->contexts[up].parent;
    return up;
}

void ordo_recursion_sets_find(struct ordo_recursion_sets *s, const struct ordo_profile *p) {
    uint32_t *set = s->set = ordo_memory_new((size_t)p->n_scopes + 1, sizeof *set);
    for (uint32_t i = 0; i < p->n_scopes; i++) set[i] = UINT32_MAX;
    for (uint32_t i = 0; i < p->n_contexts; i++) {
        const struct ordo_context *c = &p->contexts[i];
        if (!is_routine(p, c) || earlier(p, c) == UINT32_MAX) continue;
        join(set, c->scope.i, c->scope.i);
        for (uint32_t up = c->parent; p->contexts[up].scope.i != c->scope.i;
             up = p->contexts[up].parent)
            if (is_routine(p, &p->contexts[up])) join(set, c->scope.i, p->contexts[up].scope.i);
    }
    for (uint32_t i = 0; i < p->n_scopes; i++)
        if (set[i] != UINT32_MAX) set[i] = find(set, i);
}

void ordo_recursion_sets_done(struct ordo_recursion_sets *s) {
    free(s->set);
    s->set = NULL;
}
