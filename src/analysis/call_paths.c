/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "analysis/call_paths.h"

#include "base/memory.h"

#include <stdlib.h>

static void map_recursions(struct ordo_call_paths *c) {
    const struct ordo_profile *p = c->p;
    c->recursion = ordo_memory_new(p->n_scopes, sizeof *c->recursion);
    for (uint32_t i = 0; i < p->n_scopes; i++) c->recursion[i] = i;
    for (uint32_t i = p->n_scopes; i-- > 0;) {
        const struct ordo_profile_scope *r = &p->scopes[i];
        if (r->kind != ORDO_PROFILE_RECURSION) continue;
        for (uint64_t k = 0; k < r->members.n; k++)
            c->recursion[p->members[r->members.first + k].i] = i;
    }
}

static void sort_edges(struct ordo_call_paths *c, const struct ordo_edge *edges, uint64_t n) {
    const struct ordo_profile *p = c->p;
    c->called = edges;
    c->into = ordo_memory_new((size_t)p->n_scopes + 1, sizeof *c->into);
    c->first = ordo_memory_new((size_t)p->n_scopes + 2, sizeof *c->first);
    c->edge = ordo_memory_new(n, sizeof *c->edge);
    for (uint64_t k = 0; k < n; k++) {
        c->into[edges[k].callee.i + 1]++;
        if (!ordo_scope_is_none(edges[k].caller)) c->first[edges[k].caller.i + 2]++;
    }
    for (uint32_t i = 0; i < p->n_scopes; i++) {
        c->into[i + 1] += c->into[i];
        c->first[i + 2] += c->first[i + 1];
    }
    for (uint64_t k = 0; k < n; k++)
        if (!ordo_scope_is_none(edges[k].caller))
            c->edge[c->first[edges[k].caller.i + 1]++] = &edges[k];
}

void ordo_call_paths_init(struct ordo_call_paths *c, const struct ordo_profile *p,
                          const struct ordo_edge *edges, uint64_t n) {
    *c = (struct ordo_call_paths){.p = p};
    map_recursions(c);
    sort_edges(c, edges, n);
}

void ordo_call_paths_done(struct ordo_call_paths *c) {
    free(c->into);
    free(c->first);
    free(c->edge);
    free(c->recursion);
}

uint32_t ordo_call_main_caller(const struct ordo_call_paths *c, uint32_t scope) {
    const struct ordo_profile *p = c->p;
    const struct ordo_profile_scope *x = &p->scopes[scope];
    bool is_loop = x->kind == ORDO_PROFILE_LOOP;
    uint32_t callee = x->kind == ORDO_PROFILE_RECURSION ? x->routine.i : scope;
    uint32_t best = ORDO_SCOPE_NONE_INDEX;
    uint64_t most = 0;
    for (uint64_t k = c->into[callee]; k < c->into[callee + 1]; k++) {
        const struct ordo_edge *e = &c->called[k];
        if (ordo_scope_is_none(e->caller) || e->caller.i == scope) continue;
        if (!is_loop && ordo_call_recursion(c, e->caller.i) == ordo_call_recursion(c, scope))
            continue;
        if (best == ORDO_SCOPE_NONE_INDEX || e->cost > most) best = e->caller.i, most = e->cost;
    }
    return best;
}

/* Returns what stands for the scope in a comparison. */
static uint32_t whole(const struct ordo_call_paths *c, uint32_t scope) {
    return c->p->scopes[scope].kind == ORDO_PROFILE_LOOP ? scope : ordo_call_recursion(c, scope);
}

bool ordo_call_is_around(const struct ordo_call_paths *c, uint32_t outer, uint32_t inner) {
    outer = whole(c, outer);
    for (int step = 0; inner != ORDO_SCOPE_NONE_INDEX && step < ORDO_CALL_PATHS_LONGEST; step++) {
        if (whole(c, inner) == outer) return true;
        inner = ordo_call_main_caller(c, inner);
    }
    return false;
}
