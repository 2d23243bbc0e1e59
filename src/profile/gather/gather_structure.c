/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * gather_structure.c: accumulates the data that repetitions worked on.
 *
 * Invocations are appended whole. Sealing replaces handles by ranks and sorts invocations by their
 * whole contents, so that the result does not depend on the order of arrival. Identities of
 * different processes were made different when they were read.
 */
#include "base/arena.h"
#include "base/memory.h"
#include "profile/gather/gather.h"
#include "profile/gather/seal.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

void ordo_gather_has_structure(struct ordo_gather *g) {
    g->has_structure = true;
}

uint32_t ordo_gather_type(struct ordo_gather *g, const char *name, uint64_t bytes, uint32_t flags) {
    ordo_text_print(&g->key, "%" PRIu64 " %" PRIu32 " %s", bytes, flags, name);
    uint32_t h = ordo_gather_key(g, &g->type_keys);
    if (h < g->n_types) return h;
    ORDO_GATHER_ROOM(g, types, n_types);
    g->types[g->n_types++] = (struct ordo_element_type){ordo_gather_keep(g, name), bytes, flags};
    return h;
}

void ordo_gather_advance(struct ordo_gather *g, uint32_t outer, uint32_t inner, uint32_t callee,
                         bool ends) {
    if (outer == ORDO_GATHER_NONE || inner == ORDO_GATHER_NONE) return;
    ORDO_GATHER_ROOM(g, advances, n_advances);
    g->advances[g->n_advances++] = (struct ordo_scope_advance){outer, inner, callee, ends};
}

void ordo_gather_choice(struct ordo_gather *g, uint32_t outer, uint32_t inner, bool together) {
    if (outer == ORDO_GATHER_NONE || inner == ORDO_GATHER_NONE) return;
    ORDO_GATHER_ROOM(g, choices, n_choices);
    g->choices[g->n_choices++] = (struct ordo_group_choice){outer, inner, together};
}

void ordo_gather_invocation(struct ordo_gather *g, const struct ordo_invocation *v,
                            const struct ordo_input *inputs, const struct ordo_fact *facts) {
    ORDO_GATHER_ROOM(g, invocations, n_invocations);
    struct ordo_invocation copy = *v;
    copy.first_input = g->n_inputs;
    copy.first_fact = g->n_facts;
    for (uint32_t i = 0; i < v->n_inputs; i++) {
        ORDO_GATHER_ROOM(g, inputs, n_inputs);
        g->inputs[g->n_inputs] = inputs[i];
        g->inputs[g->n_inputs++].name = ordo_gather_keep(g, inputs[i].name);
    }
    for (uint32_t i = 0; i < v->n_facts; i++) {
        ORDO_GATHER_ROOM(g, facts, n_facts);
        g->facts[g->n_facts++] = facts[i];
    }
    g->invocations[g->n_invocations++] = copy;
}

static int compare(uint64_t a, uint64_t b) {
    return (a > b) - (a < b);
}

/* None (UINT32_MAX) sorts first. */
static int compare_maybe(uint32_t a, uint32_t b) {
    return compare(a + 1u, b + 1u);
}

struct ranked_type {
    struct ordo_element_type type;
    uint32_t handle;
};

static int by_type(const void *a, const void *b) {
    const struct ordo_element_type *x = a, *y = b;
    int c = strcmp(x->name, y->name);
    if (!c) c = compare(x->bytes, y->bytes);
    return c ? c : compare(x->flags, y->flags);
}

/* Stores the types; sets rank[], indexed by handle. */
static void seal_types(struct ordo_gather *g, struct ordo_profile *p, uint32_t *rank) {
    struct ranked_type *sorted = ordo_memory_new(g->n_types + 1, sizeof *sorted);
    p->types = ordo_arena_array(p->arena, g->n_types, sizeof *p->types);
    for (uint32_t i = 0; i < g->n_types; i++) sorted[i] = (struct ranked_type){g->types[i], i};
    if (g->n_types) qsort(sorted, g->n_types, sizeof *sorted, by_type);
    for (uint32_t i = 0; i < g->n_types; i++) {
        p->types[i] = sorted[i].type;
        rank[sorted[i].handle] = i;
    }
    p->n_types = (uint32_t)g->n_types;
    free(sorted);
}

static int by_advance(const void *a, const void *b) {
    const struct ordo_scope_advance *x = a, *y = b;
    int c = compare(x->outer, y->outer);
    if (!c) c = compare(x->inner, y->inner);
    if (!c) c = compare_maybe(x->callee, y->callee);
    return c ? c : x->ends - y->ends;
}

static void seal_advances(struct ordo_gather *g, const uint32_t *rank, struct ordo_profile *p) {
    p->advances = ordo_arena_array(p->arena, g->n_advances, sizeof *p->advances);
    for (size_t i = 0; i < g->n_advances; i++) {
        struct ordo_scope_advance *x = &g->advances[i];
        x->outer = rank[x->outer];
        x->inner = rank[x->inner];
        if (x->callee != ORDO_GATHER_NONE) x->callee = rank[x->callee];
    }
    if (g->n_advances) qsort(g->advances, g->n_advances, sizeof *g->advances, by_advance);
    for (size_t i = 0; i < g->n_advances; i++)
        if (!i || by_advance(&g->advances[i - 1], &g->advances[i]) != 0)
            p->advances[p->n_advances++] = g->advances[i];
}

static int by_choice(const void *a, const void *b) {
    const struct ordo_group_choice *x = a, *y = b;
    int c = compare(x->outer, y->outer);
    if (!c) c = compare(x->inner, y->inner);
    return c ? c : compare(x->together, y->together);
}

static void seal_choices(struct ordo_gather *g, const uint32_t *rank, struct ordo_profile *p) {
    p->choices = ordo_arena_array(p->arena, g->n_choices, sizeof *p->choices);
    for (size_t i = 0; i < g->n_choices; i++) {
        g->choices[i].outer = rank[g->choices[i].outer];
        g->choices[i].inner = rank[g->choices[i].inner];
    }
    if (g->n_choices) qsort(g->choices, g->n_choices, sizeof *g->choices, by_choice);
    for (size_t i = 0; i < g->n_choices; i++) {
        const struct ordo_group_choice *last = i ? &g->choices[i - 1] : NULL;
        if (!last || last->outer != g->choices[i].outer || last->inner != g->choices[i].inner)
            p->choices[p->n_choices++] = g->choices[i];
    }
}

static int by_fact(const void *a, const void *b) {
    const struct ordo_fact *x = a, *y = b;
    int c = compare(x->context, y->context);
    if (!c) c = compare_maybe(x->input, y->input);
    if (!c) c = compare_maybe(x->type, y->type);
    if (!c) c = compare(x->flags, y->flags);
    const uint64_t *p = &x->reads, *q = &y->reads;
    for (int i = 0; !c && i < 7; i++) c = compare(p[i], q[i]);
    return c;
}
_Static_assert(offsetof(struct ordo_fact, used) ==
                   offsetof(struct ordo_fact, reads) + 6 * sizeof(uint64_t),
               "the numbers of a fact are adjacent");

static int by_input(const struct ordo_input *x, const struct ordo_input *y) {
    int c = compare_maybe(x->type, y->type);
    if (!c) c = compare(x->form, y->form);
    if (!c) c = compare(x->identity, y->identity);
    if (!c) c = compare(x->many, y->many);
    return c ? c : strcmp(x->name, y->name);
}

static int by_invocation(const void *a, const void *b, void *gather) {
    const struct ordo_invocation *x = a, *y = b;
    const struct ordo_gather *g = gather;
    int c = compare(x->context, y->context);
    if (!c) c = compare(x->process, y->process);
    if (!c) c = compare(x->ordinal, y->ordinal);
    if (!c) c = compare(x->n_inputs, y->n_inputs);
    if (!c) c = compare(x->n_facts, y->n_facts);
    for (uint32_t i = 0; !c && i < x->n_inputs; i++)
        c = by_input(&g->inputs[x->first_input + i], &g->inputs[y->first_input + i]);
    for (uint32_t i = 0; !c && i < x->n_facts; i++)
        c = by_fact(&g->facts[x->first_fact + i], &g->facts[y->first_fact + i]);
    return c;
}

/* Replaces handles, drops facts of contexts that were not kept, and sorts the other facts. */
static void rank_invocation(struct ordo_gather *g, struct ordo_invocation *v,
                            const uint32_t *position, const uint32_t *type_rank) {
    struct ordo_fact *facts = g->facts + v->first_fact;
    uint32_t n = 0;
    for (uint32_t i = 0; i < v->n_inputs; i++) {
        struct ordo_input *in = &g->inputs[v->first_input + i];
        if (in->type != ORDO_TYPE_NONE) in->type = type_rank[in->type];
    }
    for (uint32_t i = 0; i < v->n_facts; i++) {
        struct ordo_fact f = facts[i];
        f.context = position[f.context];
        if (f.context == UINT32_MAX) continue;
        if (f.type != ORDO_TYPE_NONE) f.type = type_rank[f.type];
        facts[n++] = f;
    }
    v->n_facts = n;
    v->context = position[v->context];
    if (n) qsort(facts, n, sizeof *facts, by_fact);
}

static void seal_invocations(struct ordo_gather *g, const uint32_t *position,
                             const uint32_t *type_rank, struct ordo_profile *p) {
    size_t n = 0;
    for (size_t i = 0; i < g->n_invocations; i++) {
        if (position[g->invocations[i].context] == UINT32_MAX) continue;
        g->invocations[n] = g->invocations[i];
        rank_invocation(g, &g->invocations[n++], position, type_rank);
    }
    if (n) qsort_r(g->invocations, n, sizeof *g->invocations, by_invocation, g);
    p->invocations = ordo_arena_array(p->arena, n, sizeof *p->invocations);
    p->inputs = ordo_arena_array(p->arena, g->n_inputs, sizeof *p->inputs);
    p->facts = ordo_arena_array(p->arena, g->n_facts, sizeof *p->facts);
    for (size_t i = 0; i < n; i++) {
        struct ordo_invocation v = g->invocations[i];
        for (uint64_t k = 0; k < v.n_inputs; k++)
            p->inputs[p->n_inputs + k] = g->inputs[v.first_input + k];
        for (uint64_t k = 0; k < v.n_facts; k++)
            p->facts[p->n_facts + k] = g->facts[v.first_fact + k];
        v.first_input = p->n_inputs;
        v.first_fact = p->n_facts;
        p->n_inputs += v.n_inputs;
        p->n_facts += v.n_facts;
        p->invocations[p->n_invocations++] = v;
    }
}

void ordo_gather_seal_structure(struct ordo_gather *g, const uint32_t *rank,
                                const uint32_t *position, struct ordo_profile *p) {
    p->has_structure = g->has_structure;
    if (!g->has_structure) return;
    uint32_t *type_rank = ordo_memory_new(g->n_types + 1, sizeof *type_rank);
    seal_types(g, p, type_rank);
    seal_advances(g, rank, p);
    seal_choices(g, rank, p);
    seal_invocations(g, position, type_rank, p);
    free(type_rank);
}
