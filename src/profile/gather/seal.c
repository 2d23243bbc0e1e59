/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * seal.c: turns accumulators into the canonical profile.
 *
 * Scopes are ranked by identity. Then every array is rewritten with ranks instead of handles and
 * sorted by its full key. Handles depend on the order of arrival and do not occur in the result,
 * so equal accumulations give equal profiles.
 */
#include "profile/gather/seal.h"
#include "base/arena.h"
#include "base/memory.h"
#include "profile/gather/gather.h"
#include "profile/gather/link.h"
#include "profile/gather/point_set.h"

#include "abi/raw.h"

#include <stdlib.h>
#include <string.h>

struct seal {
    struct ordo_gather *g;
    struct ordo_profile *p;
    uint32_t *component;         /* by handle, without recursions */
    size_t n_components;         /* number of handles that `component` covers */
    uint32_t *rank;              /* handle to rank */
    uint32_t *order;             /* rank to handle */
    uint32_t *position;          /* context handle to index */
    unsigned char *rms_bucketed; /* by handle */
    struct ordo_error *error;
};

struct ranked {
    const struct ordo_profile_scope *scope;
    uint32_t handle;
};

static int by_identity(const void *a, const void *b) {
    return ordo_gather_compare_scopes(((const struct ranked *)a)->scope,
                                      ((const struct ranked *)b)->scope);
}

static void rank_scopes(struct seal *s) {
    size_t n = s->g->n_scopes;
    struct ranked *r = ordo_memory_new(n + 1, sizeof *r);
    s->rank = ordo_memory_new(n + 1, sizeof *s->rank);
    s->order = ordo_memory_new(n + 1, sizeof *s->order);
    s->rms_bucketed = ordo_memory_new(n + 1, 1);
    s->p->scopes = ordo_arena_array(s->p->arena, n, sizeof *s->p->scopes);
    for (size_t i = 0; i < n; i++) r[i] = (struct ranked){&s->g->scopes[i], (uint32_t)i};
    if (n) qsort(r, n, sizeof *r, by_identity);
    for (size_t i = 0; i < n; i++) {
        s->order[i] = r[i].handle;
        s->rank[r[i].handle] = (uint32_t)i;
    }
    for (size_t i = 0; i < n; i++) {
        struct ordo_profile_scope *out = &s->p->scopes[i];
        *out = *r[i].scope;
        if (out->calls || out->unfinished) out->flags &= ~(uint32_t)ORDO_PROFILE_FOLDED;
        out->routine.i = out->routine.i == ORDO_GATHER_NONE ? (uint32_t)i : s->rank[out->routine.i];
        if (out->parent.i != ORDO_GATHER_NONE) out->parent.i = s->rank[out->parent.i];
    }
    s->p->n_scopes = (uint32_t)n;
    free(r);
}

/* Lists the routines of every cycle, grouped by component and ordered by rank, then copies its
 * group for each recursion. */
static void list_members(struct seal *s) {
    struct ordo_profile *p = s->p;
    size_t n = s->n_components;
    uint32_t *first = ordo_memory_new(n + 2, sizeof *first),
             *group = ordo_memory_new(n + 1, sizeof *group);
    for (int pass = 0; pass < 2; pass++) {
        for (uint32_t i = 0; i < p->n_scopes; i++) {
            uint32_t h = s->order[i];
            if (p->scopes[i].kind != ORDO_PROFILE_ROUTINE) continue;
            if (pass)
                group[first[s->component[h]]++] = i;
            else
                first[s->component[h] + 1]++;
        }
        /* After pass 0 first[c] is where c begins; pass 1 moves it to where c + 1 begins. */
        for (size_t c = 0; !pass && c < n; c++) first[c + 1] += first[c];
    }
    size_t total = 0;
    for (uint32_t i = 0; i < p->n_scopes; i++) {
        struct ordo_profile_scope *r = &p->scopes[i];
        if (r->kind != ORDO_PROFILE_RECURSION) continue;
        uint32_t c = s->component[s->order[r->routine.i]];
        uint32_t begin = c ? first[c - 1] : 0;
        r->members = (struct ordo_span){begin, first[c] - begin};
        total += r->members.n;
    }
    p->members = ordo_arena_array(p->arena, total, sizeof *p->members);
    for (uint32_t i = 0; i < p->n_scopes; i++) {
        struct ordo_profile_scope *r = &p->scopes[i];
        for (uint64_t k = 0; k < r->members.n; k++)
            p->members[p->n_members + k].i = group[r->members.first + k];
        r->members.first = r->members.n ? p->n_members : 0;
        p->n_members += (uint32_t)r->members.n;
    }
    free(first);
    free(group);
}

struct series_key {
    const struct gather_series *series;
    uint32_t rank;
};

static int by_series(const void *a, const void *b) {
    const struct series_key *x = a, *y = b;
    if (x->rank != y->rank) return x->rank < y->rank ? -1 : 1;
    if (x->series->unit != y->series->unit) return x->series->unit < y->series->unit ? -1 : 1;
    int c = strcmp(x->series->cost, y->series->cost);
    return c ? c : strcmp(x->series->metric, y->series->metric);
}

/* Returns whether the series says nothing: no bytes arrived in any activation, or it was not
 * measured in all of them. Its points are in order. */
static bool is_without_input(const struct seal *s, const struct gather_series *x) {
    return strcmp(x->metric, "input") == 0 &&
           (!s->p->has_input || !x->n || x->points[x->n - 1].n == 0);
}

/* Joins equal sizes, puts series with too many points into buckets, and copies all points into one
 * array. */
static void seal_series(struct seal *s) {
    struct ordo_gather *g = s->g;
    struct ordo_profile *p = s->p;
    size_t n = 0, n_points = 0;
    struct series_key *keys = ordo_memory_new(g->n_series + 1, sizeof *keys);
    for (size_t i = 0; i < g->n_series; i++) {
        struct gather_series *from = &g->series[i];
        from->n = ordo_point_set_tidy(from->points, from->n, from->bucketed);
        if (!from->bucketed && from->n > ORDO_RAW_EXACT_POINTS) {
            from->bucketed = true;
            from->n = ordo_point_set_tidy(from->points, from->n, true);
        }
        if (!from->n || (from->unit && ordo_gather_all_units(&g->scopes[from->scope]))) continue;
        if (is_without_input(s, from)) continue;
        if (from->bucketed && from->unit == 0 && strcmp(from->metric, "rms") == 0)
            s->rms_bucketed[from->scope] = 1;
        n_points += from->n;
        keys[n++] = (struct series_key){from, s->rank[from->scope]};
    }
    if (n) qsort(keys, n, sizeof *keys, by_series);
    p->series = ordo_arena_array(p->arena, n, sizeof *p->series);
    p->points = ordo_arena_array(p->arena, n_points, sizeof *p->points);
    for (size_t i = 0; i < n; i++) {
        const struct gather_series *from = keys[i].series;
        p->series[i] = (struct ordo_series){.scope = {keys[i].rank},
                                            .metric = from->metric,
                                            .cost = from->cost,
                                            .unit = from->unit,
                                            .bucketed = from->bucketed,
                                            .n_min = from->points[0].n,
                                            .n_max = from->points[from->n - 1].n,
                                            .points = {p->n_points, from->n}};
        memcpy(p->points + p->n_points, from->points, from->n * sizeof *p->points);
        p->n_points += from->n;
    }
    p->n_series = (uint32_t)n;
    free(keys);
}

static int by_callee(const void *a, const void *b) {
    const struct ordo_edge *x = a, *y = b;
    if (x->callee.i != y->callee.i) return x->callee.i < y->callee.i ? -1 : 1;
    /* Adding 1 puts no caller (UINT32_MAX) first. */
    uint32_t c = x->caller.i + 1, d = y->caller.i + 1;
    return (c > d) - (c < d);
}

static void seal_edges(struct seal *s) {
    struct ordo_gather *g = s->g;
    struct ordo_profile *p = s->p;
    p->edges = ordo_arena_array(p->arena, g->n_edges, sizeof *p->edges);
    for (size_t i = 0; i < g->n_edges; i++) {
        struct ordo_edge e = g->edges[i];
        if (!e.calls && !e.cost) continue;
        e.callee.i = s->rank[e.callee.i];
        if (e.caller.i != ORDO_GATHER_NONE) e.caller.i = s->rank[e.caller.i];
        p->edges[p->n_edges++] = e;
    }
    if (p->n_edges) qsort(p->edges, p->n_edges, sizeof *p->edges, by_callee);
}

static void seal_children(struct seal *s) {
    struct ordo_gather *g = s->g;
    struct ordo_profile *p = s->p;
    for (size_t i = 0; i < g->n_children; i++) {
        struct ordo_child *c = &g->children[i];
        if (s->rms_bucketed[c->parent.i]) c->n = ordo_raw_bucket(c->n);
        c->parent.i = s->rank[c->parent.i];
        c->child.i = s->rank[c->child.i];
    }
    size_t n = ordo_gather_tidy_children(g->children, g->n_children);
    p->children = ordo_arena_array(p->arena, n, sizeof *p->children);
    if (n) memcpy(p->children, g->children, n * sizeof *p->children);
    p->n_children = n;
}

static int by_object(const void *a, const void *b) {
    const struct ordo_object *x = a, *y = b;
    int c = strcmp(x->path, y->path);
    return c ? c : strcmp(x->source_root, y->source_root);
}

static void seal_objects(struct seal *s) {
    struct ordo_gather *g = s->g;
    struct ordo_profile *p = s->p;
    p->objects = ordo_arena_array(p->arena, g->n_objects, sizeof *p->objects);
    if (g->n_objects) {
        memcpy(p->objects, g->objects, g->n_objects * sizeof *p->objects);
        qsort(p->objects, g->n_objects, sizeof *p->objects, by_object);
    }
    p->n_objects = (uint32_t)g->n_objects;
}

static enum ordo_status seal_all(struct seal *s) {
    struct ordo_gather *g = s->g;
    s->n_components = g->n_scopes;
    s->component = ordo_gather_recursions(g, s->p->cost_metric);
    if (g->failure.status != ORDO_OK) {
        if (s->error) *s->error = g->failure;
        return g->failure.status;
    }
    rank_scopes(s);
    seal_series(s);
    list_members(s);
    seal_edges(s);
    seal_children(s);
    ordo_gather_seal_contexts(g, s->rank, s->p, &s->position);
    ordo_gather_seal_observations(g, s->position, s->p);
    ordo_gather_seal_structure(g, s->rank, s->position, s->p);
    ordo_gather_seal_runs(g, s->rank, s->p);
    ordo_gather_seal_production(g, s->rank, s->p);
    seal_objects(s);
    ordo_gather_seal_code(g, s->rank, s->p);
    ordo_gather_seal_inlined(g, s->rank, s->p);
    ordo_profile_link(s->p);
    return ORDO_OK;
}

enum ordo_status ordo_gather_seal(struct ordo_gather *g, const char *engine, uint32_t cell_bytes,
                                  const char *cost_metric, struct ordo_profile **out,
                                  struct ordo_error *error) {
    if (g->failure.status != ORDO_OK) {
        if (error) *error = g->failure;
        return g->failure.status;
    }
    /* The profile takes over the arena, which has the strings already. */
    struct ordo_arena *arena = g->strings.arena ? g->strings.arena : ordo_arena_new();
    g->strings.arena = arena;
    struct ordo_profile *p = ordo_arena_alloc(arena, sizeof *p);
    p->arena = arena;
    p->engine = ordo_arena_copy(arena, engine);
    p->cost_metric = ordo_arena_copy(arena, cost_metric);
    p->cell_bytes = cell_bytes;
    p->total_cost = g->total_cost;
    p->has_points = true;
    p->has_input = !g->lacks_input && !g->has_production && strcmp(engine, "compiled") == 0;
    struct seal s = {.g = g, .p = p, .error = error};
    enum ordo_status status = seal_all(&s);
    free(s.component);
    free(s.rank);
    free(s.order);
    free(s.position);
    free(s.rms_bucketed);
    if (status != ORDO_OK) return status;
    g->strings.arena = NULL;
    *out = p;
    return ORDO_OK;
}
