/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * seal_recursions.c: finds recursions in the dynamic call graph of routines.
 *
 * A call made in a loop counts as a call by the loop's routine; entering a loop is not a call. A
 * cycle is a component with more than one node, or a node that calls itself. Each of its routines
 * that is also called from outside, and whose outermost activations were recorded or counted, gives
 * one recursion scope. Recursions are derived from sums and never merged themselves.
 */
#include "base/arena.h"
#include "base/memory.h"
#include "profile/gather/cycles.h"
#include "profile/gather/gather.h"
#include "profile/gather/point_set.h"
#include "profile/gather/seal.h"

#include <string.h>

struct facts {
    const char *cost; /* the profile's cost metric */
    uint32_t *from, *to;
    size_t n_arcs;
    uint32_t *size;    /* by component: number of nodes */
    uint32_t *entries; /* by component: number of routines called from outside */
    uint64_t *self;    /* by component: own cost of its routines */
    unsigned char *calls_itself, *entered, *has_units; /* by scope */
};

static uint32_t node_of(const struct ordo_gather *g, uint32_t scope) {
    const struct ordo_profile_scope *s = &g->scopes[scope];
    return s->kind == ORDO_PROFILE_LOOP && s->routine.i != ORDO_GATHER_NONE ? s->routine.i : scope;
}

static void collect_arcs(const struct ordo_gather *g, struct facts *f) {
    for (size_t i = 0; i < g->n_edges; i++) {
        const struct ordo_edge *e = &g->edges[i];
        if (e->caller.i == ORDO_GATHER_NONE || !e->calls) continue;
        if (g->scopes[e->callee.i].kind == ORDO_PROFILE_LOOP) continue;
        uint32_t from = node_of(g, e->caller.i);
        f->from[f->n_arcs] = from;
        f->to[f->n_arcs++] = e->callee.i;
        if (from == e->callee.i) f->calls_itself[from] = 1;
    }
}

static void find_entries(const struct ordo_gather *g, struct facts *f, const uint32_t *component) {
    for (size_t i = 0; i < g->n_edges; i++) {
        const struct ordo_edge *e = &g->edges[i];
        uint32_t callee = e->callee.i;
        if (g->scopes[callee].kind != ORDO_PROFILE_ROUTINE || f->entered[callee] || !e->calls)
            continue;
        if (e->caller.i == ORDO_GATHER_NONE ||
            component[node_of(g, e->caller.i)] != component[callee]) {
            f->entered[callee] = 1;
            f->entries[component[callee]]++;
        }
    }
}

/* Returns the cost of the recursion's outermost activations where only points say what it is: in
 * production builds. */
static uint64_t unit_cost(struct ordo_gather *g, const char *cost, uint32_t routine) {
    static const char *const metrics[] = {"rms", "depth"};
    for (size_t m = 0; m < sizeof metrics / sizeof *metrics; m++)
        for (size_t i = 0; i < g->n_series; i++) {
            const struct gather_series *s = &g->series[i];
            if (s->scope != routine || s->unit != 1 || strcmp(s->cost, cost) != 0 ||
                strcmp(s->metric, metrics[m]) != 0 || !s->n)
                continue;
            uint64_t sum = 0;
            for (size_t j = 0; j < s->n; j++) sum = ordo_count_add(sum, s->points[j].sum);
            return sum;
        }
    return 0;
}

/* In production builds the routines that enter recursions have gates. These count the outermost
 * activations, also if no sample began at them. */
static void find_gated_entries(const struct ordo_gather *g, struct facts *f,
                               const uint32_t *component) {
    for (size_t i = 0; i < g->n_gated; i++) {
        uint32_t scope = g->gated[i].scope;
        if (g->scopes[scope].kind != ORDO_PROFILE_ROUTINE || !g->gated[i].executions) continue;
        f->has_units[scope] = 1;
        if (f->entered[scope]) continue;
        f->entered[scope] = 1;
        f->entries[component[scope]]++;
    }
}

static void add_recursions(struct ordo_gather *g, const struct facts *f, const uint32_t *component,
                           uint32_t n) {
    for (uint32_t h = 0; h < n; h++) {
        const struct ordo_profile_scope *r = &g->scopes[h];
        bool cycle = f->size[component[h]] > 1 || f->calls_itself[h];
        if (r->kind != ORDO_PROFILE_ROUTINE || !cycle || !f->entered[h] || !f->has_units[h])
            continue;
        struct ordo_profile_scope s = *r;
        s.kind = ORDO_PROFILE_RECURSION;
        s.calls = r->units;
        s.iterations = s.unfinished = s.unfinished_cost = 0;
        s.at_exit = s.units = s.unit_cost = s.negative_args = 0;
        s.cost_total = r->unit_cost ? r->unit_cost : unit_cost(g, f->cost, h);
        bool has_self = f->entries[component[h]] == 1;
        /* Structure builds measure no sizes, so they have no points. */
        if (!s.cost_total && has_self && !g->n_gated) s.cost_total = r->cost_total;
        s.cost_self = has_self ? f->self[component[h]] : 0;
        uint32_t added = ordo_gather_scope(g, &s);
        if (added == ORDO_GATHER_NONE) return;
        g->scopes[added].routine.i = h;
        g->scopes[added].has_self = has_self;
    }
}

static void find_recursions(struct ordo_gather *g, struct facts *f, const uint32_t *component,
                            uint32_t n) {
    for (uint32_t h = 0; h < n; h++) {
        if (node_of(g, h) != h) continue;
        f->size[component[h]]++;
        if (g->scopes[h].kind == ORDO_PROFILE_ROUTINE)
            f->self[component[h]] = ordo_count_add(f->self[component[h]], g->scopes[h].cost_self);
        f->has_units[h] = g->scopes[h].units > 0;
    }
    for (size_t i = 0; i < g->n_series; i++)
        if (g->series[i].unit == 1 && g->series[i].n) f->has_units[g->series[i].scope] = 1;
    find_entries(g, f, component);
    find_gated_entries(g, f, component);
    add_recursions(g, f, component, n);
}

uint32_t *ordo_gather_recursions(struct ordo_gather *g, const char *cost) {
    uint32_t n = (uint32_t)g->n_scopes;
    size_t scopes = (size_t)n + 1;
    struct ordo_arena *arena = ordo_arena_new();
    struct facts f = {
        .cost = cost,
        .from = ordo_arena_array(arena, g->n_edges + 1, sizeof *f.from),
        .to = ordo_arena_array(arena, g->n_edges + 1, sizeof *f.to),
        .size = ordo_arena_array(arena, scopes, sizeof *f.size),
        .entries = ordo_arena_array(arena, scopes, sizeof *f.entries),
        .self = ordo_arena_array(arena, scopes, sizeof *f.self),
        .calls_itself = ordo_arena_array(arena, scopes, 1),
        .entered = ordo_arena_array(arena, scopes, 1),
        .has_units = ordo_arena_array(arena, scopes, 1),
    };
    uint32_t *c = ordo_memory_new(scopes, sizeof *c);
    collect_arcs(g, &f);
    ordo_cycles_find(n, f.from, f.to, f.n_arcs, c);
    find_recursions(g, &f, c, n);
    ordo_arena_free(arena);
    return c;
}
