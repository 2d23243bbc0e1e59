/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * seal_contexts.c: makes the bounded, canonical calling context tree.
 *
 * The ORDO_CONTEXTS_BOUND smallest nodes by (depth, hash of the path from the root) are kept.
 * Parents are shallower than their children, so the kept nodes form a tree. The smallest nodes of
 * a union are the smallest of its parts' smallest nodes, so bounding commutes with merging. A kept
 * node was kept in every part, so its counts are exact.
 */
#include "base/arena.h"
#include "base/memory.h"
#include "profile/gather/gather.h"
#include "profile/gather/point_set.h"
#include "profile/gather/seal.h"

#include <stdlib.h>
#include <string.h>

struct node {
    uint32_t index, depth;
    uint64_t path;                  /* hash */
    uint32_t parent_position, rank; /* canonical order within a level */
};

static int by_depth_and_path(const void *a, const void *b) {
    const struct node *x = a, *y = b;
    if (x->depth != y->depth) return x->depth < y->depth ? -1 : 1;
    return (x->path > y->path) - (x->path < y->path);
}

static int by_place(const void *a, const void *b) {
    const struct node *x = a, *y = b;
    if (x->parent_position != y->parent_position)
        return x->parent_position < y->parent_position ? -1 : 1;
    return (x->rank > y->rank) - (x->rank < y->rank);
}

/* Sets the positions of the kept nodes, level by level; a level is sorted by the positions of its
 * nodes' parents. */
static void place_levels(const struct ordo_gather *g, struct node *nodes, size_t n,
                         const uint32_t *rank, uint32_t *position, struct ordo_context *out) {
    for (size_t first = 0, last; first < n; first = last) {
        for (last = first; last < n && nodes[last].depth == nodes[first].depth; last++) {
            const struct ordo_context *c = &g->contexts[nodes[last].index];
            nodes[last].parent_position =
                c->parent == ORDO_GATHER_NONE ? UINT32_MAX : position[c->parent];
            nodes[last].rank = rank[c->scope.i];
        }
        qsort(nodes + first, last - first, sizeof *nodes, by_place);
        for (size_t i = first; i < last; i++) {
            position[nodes[i].index] = (uint32_t)i;
            out[i] = g->contexts[nodes[i].index];
            out[i].parent = nodes[i].parent_position;
            out[i].scope.i = nodes[i].rank;
        }
    }
}

static int by_context(const void *a, const void *b) {
    const struct ordo_steps *x = a, *y = b;
    return (x->context > y->context) - (x->context < y->context);
}

static void join(struct ordo_step_sum *into, const struct ordo_step_sum *s) {
    if (!s->invocations) return;
    if (!into->invocations) into->least = s->least;
    into->invocations = ordo_count_add(into->invocations, s->invocations);
    into->sum = ordo_count_add(into->sum, s->sum);
    if (s->least < into->least) into->least = s->least;
    if (s->greatest > into->greatest) into->greatest = s->greatest;
}

/* Stores the steps of kept nodes, joined for each node. Dropped nodes have no position. */
static void seal_steps(struct ordo_gather *g, const uint32_t *position, struct ordo_profile *p) {
    size_t n = 0, kept = 0;
    p->has_steps = g->has_steps && !g->lacks_steps;
    for (size_t i = 0; p->has_steps && i < g->n_steps; i++) {
        struct ordo_steps s = g->steps[i];
        s.context = position[s.context];
        if (s.context != UINT32_MAX) g->steps[n++] = s;
    }
    if (n) qsort(g->steps, n, sizeof *g->steps, by_context);
    for (size_t i = 0; i < n; i++) {
        if (kept && g->steps[kept - 1].context == g->steps[i].context)
            join(&g->steps[kept - 1].own, &g->steps[i].own),
                join(&g->steps[kept - 1].group, &g->steps[i].group);
        else
            g->steps[kept++] = g->steps[i];
    }
    p->steps = ordo_arena_array(p->arena, kept, sizeof *p->steps);
    if (kept) memcpy(p->steps, g->steps, kept * sizeof *p->steps);
    p->n_steps = (uint32_t)kept;
}

void ordo_gather_seal_contexts(struct ordo_gather *g, const uint32_t *rank, struct ordo_profile *p,
                               uint32_t **out) {
    size_t n = g->n_contexts;
    struct node *nodes = ordo_memory_new(n + 1, sizeof *nodes);
    uint32_t *position = *out = ordo_memory_new(n + 1, sizeof *position);
    size_t kept = n < ORDO_CONTEXTS_BOUND ? n : ORDO_CONTEXTS_BOUND;
    p->contexts = ordo_arena_array(p->arena, kept, sizeof *p->contexts);
    for (size_t i = 0; i < n; i++) position[i] = UINT32_MAX;
    for (size_t i = 0; i < n; i++) {
        const struct ordo_context *c = &g->contexts[i];
        const struct node *up = c->parent == ORDO_GATHER_NONE ? NULL : &nodes[c->parent];
        nodes[i].index = (uint32_t)i;
        nodes[i].depth = up ? up->depth + 1 : 0;
        nodes[i].path = ordo_map_mix((up ? up->path : 0) * 31 + g->scopes[c->scope.i].id);
    }
    if (kept < n) g->contexts_truncated = true;
    qsort(nodes, n, sizeof *nodes, by_depth_and_path);
    place_levels(g, nodes, kept, rank, position, p->contexts);
    p->n_contexts = (uint32_t)kept;
    p->contexts_truncated = g->contexts_truncated;
    seal_steps(g, position, p);
    free(nodes);
}
