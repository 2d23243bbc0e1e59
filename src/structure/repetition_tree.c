/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * repetition_tree.c: contracts the calling context tree from its roots down. Every context has a
 * place, the innermost repetition or entry point that it runs in. Contexts of one scope below one
 * place are one node. What a recursive routine calls from a re-entry is below its first occurrence
 * already, so the recursion's routines below its header only add their calls to it.
 *
 * Invariant: above a header on the true stack there is no routine of its recursion, because what
 * its path leaves out belongs to recursions of routines that are on the path. So all its calls are
 * invocations. The recording knows the steps of each invocation for one routine, and for the group
 * of routines that call each other according to the compiler. The least and greatest of these hold
 * for the recursion if their sum is that of all the recursion's routines, because then the two are
 * equal.
 */
#include "structure/repetition_tree.h"

#include "base/map.h"
#include "base/memory.h"
#include "base/vector.h"
#include "structure/recursion_sets.h"

#include <stdlib.h>

struct node {
    struct ordo_repetition r;
    struct ordo_step_sum own, group;           /* as recorded */
    uint32_t first_child, next_sibling, index; /* UINT32_MAX: none */
};

struct work {
    const struct ordo_profile *p;
    struct ordo_recursion_sets sets;
    struct ordo_map index; /* from place << 32 | scope to node */
    struct node *nodes;
    size_t n, capacity;
    uint32_t *place; /* by context: the node that contexts below it run in */
    uint32_t *home;  /* by context: the node that it belongs to; differs for re-entries */
    bool *repeats;   /* by context */
    uint32_t *order; /* of nodes, sorted */
};

static uint32_t find_node(struct work *w, uint32_t parent, uint32_t scope,
                          enum ordo_repetition_kind kind) {
    uint64_t key = (uint64_t)(parent + 1) << 32 | scope;
    uint32_t found;
    if (ordo_map_find(&w->index, key, &found)) return found;
    w->nodes = ordo_vector_reserve(w->nodes, &w->capacity, w->n + 1, sizeof *w->nodes);
    ordo_map_put(&w->index, key, (uint32_t)w->n);
    found = (uint32_t)w->n++;
    w->nodes[found] = (struct node){
        .r = {.kind = kind,
              .scope = scope,
              .parent = parent,
              .depth = parent == UINT32_MAX ? 0 : w->nodes[parent].r.depth + 1},
        .first_child = UINT32_MAX,
        .next_sibling = UINT32_MAX,
        .index = UINT32_MAX,
    };
    return found;
}

static void add_sum(struct ordo_step_sum *into, const struct ordo_step_sum *s) {
    if (!s->invocations) return;
    if (!into->invocations || s->least < into->least) into->least = s->least;
    if (s->greatest > into->greatest) into->greatest = s->greatest;
    into->invocations += s->invocations;
    into->sum += s->sum;
}

static void note(struct node *x, const struct ordo_steps *s) {
    if (!s) return;
    add_sum(&x->own, &s->own);
    add_sum(&x->group, &s->group);
}

/* Returns the header of the recursion that the place is in, or UINT32_MAX. */
static uint32_t header_above(const struct work *w, uint32_t place, uint32_t set) {
    while (place != UINT32_MAX && (w->nodes[place].r.kind != ORDO_REPETITION_RECURSION ||
                                   w->sets.set[w->nodes[place].r.scope] != set))
        place = w->nodes[place].r.parent;
    return place;
}

static void add_routine(struct work *w, const struct ordo_context *c, const struct ordo_steps *s,
                        uint32_t *place, uint32_t *home) {
    uint32_t set = w->sets.set[c->scope.i];
    if (set == UINT32_MAX) return;
    uint32_t header = header_above(w, *place, set);
    if (header == UINT32_MAX) {
        header = find_node(w, *place, c->scope.i, ORDO_REPETITION_RECURSION);
        *place = header;
        w->nodes[header].r.invocations += c->calls;
        note(&w->nodes[header], s);
    }
    w->nodes[header].r.steps += c->calls;
    *home = header;
}

static void add_context(struct work *w, uint32_t i, const struct ordo_steps *s) {
    const struct ordo_context *c = &w->p->contexts[i];
    enum ordo_profile_kind kind = w->p->scopes[c->scope.i].kind;
    uint32_t *place = &w->place[i];
    if (c->parent == UINT32_MAX) {
        *place = find_node(w, UINT32_MAX, c->scope.i, ORDO_REPETITION_ENTRY);
        w->nodes[*place].r.invocations += c->calls;
    } else {
        *place = w->place[c->parent];
    }
    if (kind == ORDO_PROFILE_ROUTINE) {
        w->repeats[i] = w->sets.set[c->scope.i] != UINT32_MAX;
        w->home[i] = *place;
        add_routine(w, c, s, place, &w->home[i]);
        return;
    }
    if (kind == ORDO_PROFILE_LOOP) {
        w->repeats[i] = true;
        *place = find_node(w, *place, c->scope.i, ORDO_REPETITION_LOOP);
        note(&w->nodes[*place], s);
    }
    w->home[i] = *place;
}

static void add_contexts(struct work *w) {
    const struct ordo_steps *s = w->p->steps, *end = s + w->p->n_steps;
    for (uint32_t i = 0; i < w->p->n_contexts; i++) {
        bool has = s < end && s->context == i;
        add_context(w, i, has ? s : NULL);
        s += has;
    }
}

static void set_range(struct ordo_repetition *r, const struct ordo_step_sum *s) {
    r->has_range = s->invocations && s->invocations == r->invocations && s->sum == r->steps;
    if (!r->has_range) return;
    r->least = s->least;
    r->greatest = s->greatest;
}

static void finish_node(const struct work *w, struct node *x) {
    struct ordo_repetition *r = &x->r;
    if (r->kind == ORDO_REPETITION_LOOP) {
        r->invocations = x->own.invocations;
        r->steps = x->own.sum;
        set_range(r, &x->own);
    } else if (r->kind == ORDO_REPETITION_RECURSION && !w->p->contexts_truncated) {
        set_range(r, &x->own);
        if (!r->has_range) set_range(r, &x->group);
    }
}

static int by_parent_and_scope(const void *a, const void *b, void *work) {
    const struct ordo_repetition *x = &((struct work *)work)->nodes[*(const uint32_t *)a].r;
    const struct ordo_repetition *y = &((struct work *)work)->nodes[*(const uint32_t *)b].r;
    if (x->parent != y->parent) return x->parent < y->parent ? -1 : 1;
    return (x->scope > y->scope) - (x->scope < y->scope);
}

/* Links the children of every node and returns the first entry. */
static uint32_t link_nodes(struct work *w) {
    uint32_t first = UINT32_MAX;
    for (uint32_t i = 0; i < w->n; i++) w->order[i] = i;
    qsort_r(w->order, w->n, sizeof *w->order, by_parent_and_scope, w);
    for (size_t k = w->n; k-- > 0;) {
        uint32_t i = w->order[k], parent = w->nodes[i].r.parent;
        uint32_t *list = parent == UINT32_MAX ? &first : &w->nodes[parent].first_child;
        w->nodes[i].next_sibling = *list;
        *list = i;
    }
    return first;
}

static uint32_t next_depth_first(const struct work *w, uint32_t i) {
    if (w->nodes[i].first_child != UINT32_MAX) return w->nodes[i].first_child;
    while (i != UINT32_MAX && w->nodes[i].next_sibling == UINT32_MAX) i = w->nodes[i].r.parent;
    return i == UINT32_MAX ? i : w->nodes[i].next_sibling;
}

static void list_members(const struct work *w, struct ordo_repetition_tree *t, uint32_t *n,
                         struct ordo_repetition *r) {
    r->first_member = *n;
    for (uint32_t i = 0; i < w->p->n_scopes; i++)
        if (w->sets.set[i] == w->sets.set[r->scope]) t->members[(*n)++] = i;
    r->n_members = *n - r->first_member;
}

static size_t count_members(const struct work *w) {
    size_t n = 0;
    for (size_t k = 0; k < w->n; k++) {
        const struct ordo_repetition *r = &w->nodes[k].r;
        if (r->kind != ORDO_REPETITION_RECURSION) continue;
        for (uint32_t i = 0; i < w->p->n_scopes; i++) n += w->sets.set[i] == w->sets.set[r->scope];
    }
    return n;
}

static void write_tree(struct work *w, struct ordo_repetition_tree *t) {
    uint32_t n_members = 0;
    t->truncated = w->p->contexts_truncated;
    t->nodes = ordo_memory_new(w->n + 1, sizeof *t->nodes);
    t->members = ordo_memory_new(count_members(w) + 1, sizeof *t->members);
    w->order = ordo_memory_new(w->n + 1, sizeof *w->order);
    for (uint32_t i = link_nodes(w); i != UINT32_MAX; i = next_depth_first(w, i)) {
        struct node *x = &w->nodes[i];
        if (x->r.kind == ORDO_REPETITION_ENTRY && x->first_child == UINT32_MAX) continue;
        finish_node(w, x);
        x->index = t->n_nodes;
        struct ordo_repetition *r = &t->nodes[t->n_nodes++];
        *r = x->r;
        if (r->parent != UINT32_MAX) r->parent = w->nodes[r->parent].index;
        if (r->kind == ORDO_REPETITION_RECURSION) list_members(w, t, &n_members, r);
    }
    for (uint32_t i = 0; i < w->p->n_contexts; i++) w->home[i] = w->nodes[w->home[i]].index;
    t->place = w->home;
    t->repeats = w->repeats;
    w->home = NULL;
    w->repeats = NULL;
}

struct ordo_repetition_tree *ordo_repetition_tree_new(const struct ordo_profile *p) {
    struct work w = {.p = p};
    struct ordo_repetition_tree *t = ordo_memory_new(1, sizeof *t);
    w.place = ordo_memory_new((size_t)p->n_contexts + 1, sizeof *w.place);
    w.home = ordo_memory_new((size_t)p->n_contexts + 1, sizeof *w.home);
    w.repeats = ordo_memory_new((size_t)p->n_contexts + 1, sizeof *w.repeats);
    ordo_recursion_sets_find(&w.sets, p);
    add_contexts(&w);
    write_tree(&w, t);
    ordo_recursion_sets_done(&w.sets);
    ordo_map_done(&w.index);
    free(w.nodes);
    free(w.place);
    free(w.home);
    free(w.repeats);
    free(w.order);
    return t;
}

void ordo_repetition_tree_free(struct ordo_repetition_tree *t) {
    if (!t) return;
    free(t->nodes);
    free(t->members);
    free(t->place);
    free(t->repeats);
    free(t);
}
