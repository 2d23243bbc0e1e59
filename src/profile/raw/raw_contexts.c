/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * raw_contexts.c: reads the calling context trees of the threads of one raw file.
 *
 * The nodes of a thread are numbered through all its blocks, parents before children. Each node
 * adds its calls to the edge from its parent's scope, unless the program counts these calls itself
 * (raw_production.c). Nodes beyond the tree's limit do nothing
 * else: they are below a node of their caller that has no place in the tree. A parallel block has
 * the steps of each node, if they were recorded, and its tally: activations that are counted
 * nowhere else.
 */
#include "profile/raw/raw_measures.h"

#include "base/vector.h"
#include "profile/gather/point_set.h"

#include <stdlib.h>

/* A node that is not in the tree. ORDO_GATHER_NONE is the bottom of a thread. */
enum { NO_PLACE = UINT32_MAX - 1 };

struct node {
    uint32_t scope; /* handle; ORDO_GATHER_NONE: the bottom of a thread, or unused */
    uint32_t place; /* index in the gather's tree */
};

struct tree {
    const struct ordo_raw_reader *r;
    const struct ordo_raw_scopes *s;
    struct ordo_gather *g;
    struct ordo_raw_places *places;
    struct ordo_error *error;
    const struct ordo_raw_contexts **blocks;
    size_t n_blocks, blocks_capacity;
    const struct ordo_raw_steps **steps; /* sorted like `blocks`, which they are parallel to */
    size_t n_steps, steps_capacity;
    struct node *nodes; /* of the thread being read */
    size_t n_nodes, nodes_capacity;
};

static int by_thread_and_first(const void *a, const void *b) {
    const struct ordo_raw_contexts *x = *(const struct ordo_raw_contexts *const *)a;
    const struct ordo_raw_contexts *y = *(const struct ordo_raw_contexts *const *)b;
    if (x->thread != y->thread) return x->thread < y->thread ? -1 : 1;
    return (x->first > y->first) - (x->first < y->first);
}

/* The first fields of STEPS and CONTEXTS blocks are the same. */
_Static_assert(offsetof(struct ordo_raw_steps, first) == offsetof(struct ordo_raw_contexts, first),
               "raw.def: steps are parallel to contexts");
_Static_assert(offsetof(struct ordo_raw_steps, thread) ==
                   offsetof(struct ordo_raw_contexts, thread),
               "raw.def: steps are parallel to contexts");

enum ordo_status ordo_raw_steps_read(const struct ordo_raw_reader *r,
                                     const struct ordo_raw_steps *b,
                                     const struct ordo_raw_step **steps,
                                     const struct ordo_raw_tally **tallies,
                                     struct ordo_error *error) {
    uint64_t each = sizeof **steps + (b->tallied ? sizeof **tallies : 0);
    ORDO_TRY(ordo_raw_check_table(r, (const struct ordo_raw_block *)b, b->capacity, each, error));
    *steps = (const struct ordo_raw_step *)(b + 1);
    *tallies = b->tallied ? (const struct ordo_raw_tally *)(*steps + b->capacity) : NULL;
    return ORDO_OK;
}

/* Finds the steps and tallies of the block's nodes; NULL if there are none. */
static enum ordo_status find_steps(const struct tree *t, const struct ordo_raw_contexts *b,
                                   const struct ordo_raw_step **steps,
                                   const struct ordo_raw_tally **tallies) {
    *steps = NULL;
    *tallies = NULL;
    const struct ordo_raw_steps **found =
        t->n_steps ? bsearch(&b, t->steps, t->n_steps, sizeof *t->steps, by_thread_and_first)
                   : NULL;
    if (!found) return ORDO_OK;
    ORDO_TRY(ordo_raw_steps_read(t->r, *found, steps, tallies, t->error));
    if ((*found)->capacity == b->capacity) return ORDO_OK;
    return ordo_raw_corrupt(t->r, *found, t->error,
                            "steps of %u calling contexts, but there are %u", (*found)->capacity,
                            b->capacity);
}

static enum ordo_status read_step(struct tree *t, const struct ordo_raw_step *s, const void *at,
                                  uint32_t place) {
    struct ordo_steps steps = {
        place,
        {s->invocations, s->sum, s->least, s->greatest},
        {s->group_invocations, s->group_sum, s->group_least, s->group_greatest}};
    if (place >= NO_PLACE) return ORDO_OK;
    if (!s->invocations) steps.own = (struct ordo_step_sum){0};
    if (!s->group_invocations) steps.group = (struct ordo_step_sum){0};
    if (steps.own.least > steps.own.greatest || steps.group.least > steps.group.greatest)
        return ordo_raw_corrupt(t->r, at, t->error, "the least steps are more than the greatest");
    if (s->invocations || s->group_invocations) ordo_gather_steps(t->g, &steps);
    return ORDO_OK;
}

/* Adds the steps of a loop's activations that only the tally has. */
static enum ordo_status read_tally(struct tree *t, const struct ordo_raw_context *c,
                                   const struct ordo_raw_tally *y, uint32_t place) {
    const struct ordo_raw_named_scope *scope;
    if (place >= NO_PLACE || !y->calls) return ORDO_OK;
    ORDO_TRY(ordo_raw_scopes_find(t->s, t->r, c, c->scope, &scope, t->error));
    if (scope->raw->scope_kind != ORDO_PROFILE_LOOP) return ORDO_OK;
    const struct ordo_raw_step step = {
        .invocations = y->calls, .sum = y->steps, .least = y->least, .greatest = y->greatest};
    return read_step(t, &step, y, place);
}

static enum ordo_status read_node(struct tree *t, const struct ordo_raw_context *node,
                                  const struct ordo_raw_tally *y) {
    struct ordo_raw_context sum = *node, *c = &sum;
    struct node *n = &t->nodes[t->n_nodes];
    *n = (struct node){ORDO_GATHER_NONE, ORDO_GATHER_NONE};
    if (!c->scope) {
        n->place = NO_PLACE;
        return ORDO_OK;
    }
    const struct ordo_raw_named_scope *scope;
    ORDO_TRY(ordo_raw_scopes_find(t->s, t->r, node, node->scope, &scope, t->error));
    n->scope = scope->handle;
    if (c->parent == ORDO_RAW_TRUNCATED) {
        n->place = NO_PLACE;
        ordo_gather_contexts_truncated(t->g);
        return ORDO_OK;
    }
    struct node up = {ORDO_GATHER_NONE, ORDO_GATHER_NONE};
    if (c->parent) {
        if (c->parent > t->n_nodes)
            return ordo_raw_corrupt(t->r, node, t->error,
                                    "calling context %zu is below %u, which comes later",
                                    t->n_nodes + 1, c->parent);
        up = t->nodes[c->parent - 1];
    }
    if (n->scope == ORDO_GATHER_NONE) return ORDO_OK;
    if (c->settled) ordo_gather_flag(t->g, n->scope, ORDO_PROFILE_SETTLED);
    if (y) {
        c->calls = ordo_count_add(c->calls, y->calls);
        c->cost = ordo_count_add(c->cost, y->cost);
        c->self = ordo_count_add(c->self, y->self);
    }
    n->place = up.place == NO_PLACE
                   ? NO_PLACE
                   : ordo_gather_context(t->g, up.place, n->scope, c->calls, c->cost, c->self);
    if (!ordo_raw_scopes_count(t->s, n->scope))
        ordo_gather_edge(t->g, up.scope, n->scope, c->calls, c->cost);
    return ORDO_OK;
}

static enum ordo_status read_block(struct tree *t, const struct ordo_raw_contexts *b) {
    ORDO_TRY(ordo_raw_check_table(t->r, (const struct ordo_raw_block *)b, b->capacity,
                                  sizeof(struct ordo_raw_context), t->error));
    if (b->first != t->n_nodes)
        return ordo_raw_corrupt(t->r, b, t->error,
                                "calling contexts of thread %u begin at %u, not at %zu", b->thread,
                                b->first, t->n_nodes);
    t->nodes = ordo_vector_reserve(t->nodes, &t->nodes_capacity, t->n_nodes + b->capacity,
                                   sizeof *t->nodes);
    const struct ordo_raw_context *items =
        (const struct ordo_raw_context *)((const uint8_t *)b + sizeof *b);
    const struct ordo_raw_step *steps;
    const struct ordo_raw_tally *tallies;
    ORDO_TRY(find_steps(t, b, &steps, &tallies));
    for (uint32_t i = 0; i < b->capacity; i++, t->n_nodes++) {
        ORDO_TRY(read_node(t, &items[i], tallies ? &tallies[i] : NULL));
        uint32_t place = t->nodes[t->n_nodes].place;
        if (steps) ORDO_TRY(read_step(t, &steps[i], &steps[i], place));
        if (tallies) ORDO_TRY(read_tally(t, &items[i], &tallies[i], place));
    }
    return ORDO_OK;
}

static void keep_places(struct tree *t, uint32_t thread) {
    struct ordo_raw_places *to = t->places;
    to->place =
        ordo_vector_reserve(to->place, &to->capacity, to->n + t->n_nodes, sizeof *to->place);
    to->threads = ordo_vector_reserve(to->threads, &to->threads_capacity, to->n_threads + 1,
                                      sizeof *to->threads);
    to->threads[to->n_threads++] = (struct ordo_raw_thread_places){thread, to->n, t->n_nodes};
    for (size_t i = 0; i < t->n_nodes; i++)
        to->place[to->n++] = t->nodes[i].place >= NO_PLACE ? ORDO_GATHER_NONE : t->nodes[i].place;
}

void ordo_raw_places_done(struct ordo_raw_places *p) {
    free(p->place);
    free(p->threads);
    *p = (struct ordo_raw_places){0};
}

bool ordo_raw_places_find(const struct ordo_raw_places *p, uint32_t thread, uint32_t index,
                          uint32_t *context) {
    size_t low = 0, high = p->n_threads;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (p->threads[middle].thread < thread)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == p->n_threads || p->threads[low].thread != thread || index >= p->threads[low].n)
        return false;
    *context = p->place[p->threads[low].first + index];
    return true;
}

static enum ordo_status read_all(struct tree *t) {
    const struct ordo_raw_block *b;
    for (uint64_t at = 0; (b = ordo_raw_next(t->r, &at));) {
        if (b->kind == ORDO_RAW_STEPS) {
            t->steps =
                ordo_vector_reserve(t->steps, &t->steps_capacity, t->n_steps + 1, sizeof *t->steps);
            t->steps[t->n_steps++] = (const struct ordo_raw_steps *)b;
        }
        if (b->kind != ORDO_RAW_CONTEXTS) continue;
        t->blocks =
            ordo_vector_reserve(t->blocks, &t->blocks_capacity, t->n_blocks + 1, sizeof *t->blocks);
        t->blocks[t->n_blocks++] = (const struct ordo_raw_contexts *)b;
    }
    if (t->n_steps) qsort(t->steps, t->n_steps, sizeof *t->steps, by_thread_and_first);
    if (t->n_blocks) qsort(t->blocks, t->n_blocks, sizeof *t->blocks, by_thread_and_first);
    for (size_t i = 0; i < t->n_blocks; i++) {
        if (!i || t->blocks[i]->thread != t->blocks[i - 1]->thread) t->n_nodes = 0;
        ORDO_TRY(read_block(t, t->blocks[i]));
        if (i + 1 == t->n_blocks || t->blocks[i]->thread != t->blocks[i + 1]->thread)
            keep_places(t, t->blocks[i]->thread);
    }
    return ORDO_OK;
}

enum ordo_status ordo_raw_contexts_read(const struct ordo_raw_reader *r,
                                        const struct ordo_raw_scopes *s, struct ordo_gather *g,
                                        struct ordo_raw_places *places, struct ordo_error *error) {
    struct tree t = {.r = r, .s = s, .g = g, .places = places, .error = error};
    ordo_gather_has_steps(g, r->header->tree == 1);
    enum ordo_status status = read_all(&t);
    free(t.blocks);
    free(t.steps);
    free(t.nodes);
    return status;
}
