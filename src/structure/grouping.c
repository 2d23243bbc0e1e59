/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * grouping.c: common inputs: each record lists, for every context at or below it, the inputs that
 * the context accessed itself. Pairs of input and node are sorted, so that a node's parent can be
 * looked up among the nodes of the same input.
 *
 * Recursions and advances follow (recursion_bonds.h, advance_bonds.h). A loop that belongs to what
 * is below it for such a reason accesses the same inputs, so common inputs are looked for once
 * more. Then follow choices by hand: first those that join, then those that split.
 */
#include "structure/grouping.h"

#include "base/memory.h"
#include "base/vector.h"
#include "structure/advance_bonds.h"
#include "structure/recursion_bonds.h"

#include <stdlib.h>
#include <string.h>

static const char *const identities[] = {[ORDO_IDENTITY_SOME] = "some",
                                         [ORDO_IDENTITY_ALL] = "all",
                                         [ORDO_IDENTITY_ARRAY] = "array",
                                         [ORDO_IDENTITY_TYPE] = "type"};
enum { N_IDENTITIES = sizeof identities / sizeof *identities };

bool ordo_identity_find(const char *name, enum ordo_identity *identity) {
    for (int i = 0; i < N_IDENTITIES; i++) {
        if (strcmp(name, identities[i]) != 0) continue;
        *identity = (enum ordo_identity)i;
        return true;
    }
    return false;
}

const char *ordo_identity_name(enum ordo_identity identity) {
    return identities[identity];
}

/* An input that a node accessed in the current record. */
struct access {
    uint64_t key; /* accesses with equal keys are of the same input */
    uint32_t node;
    bool measured, repeated;
    uint64_t elements, references;
};

struct work {
    const struct ordo_profile *p;
    const struct ordo_repetition_tree *t;
    enum ordo_identity identity;
    enum ordo_bond *bond;
    struct access *list;
    size_t n, capacity;
};

/* Finds the key. False for inputs that were recorded together: it is unknown which was accessed. */
static bool key_of(const struct work *w, const struct ordo_invocation *v, uint32_t input,
                   uint64_t *key) {
    const struct ordo_input *in = &w->p->inputs[v->first_input + input];
    if (w->identity == ORDO_IDENTITY_TYPE) {
        *key = (uint64_t)in->form << 32 | in->type;
        return true;
    }
    *key = input;
    return in->many == 1 && (w->identity != ORDO_IDENTITY_ARRAY || in->form == ORDO_INPUT_ARRAY);
}

static int by_key(const void *a, const void *b) {
    const struct access *x = a, *y = b;
    if (x->key != y->key) return x->key < y->key ? -1 : 1;
    return (x->node > y->node) - (x->node < y->node);
}

static void add_access(struct work *w, uint64_t key, uint32_t node, const struct ordo_fact *f,
                       bool repeated) {
    w->list = ordo_vector_reserve(w->list, &w->capacity, w->n + 1, sizeof *w->list);
    w->list[w->n++] = (struct access){.key = key,
                                      .node = node,
                                      .measured = (f->flags & ORDO_FACT_IS_MEASURED) != 0,
                                      .repeated = repeated,
                                      .elements = f->elements,
                                      .references = f->references};
}

/* Whether the input was accessed in more than one step of an activation. An array that is accessed
 * at one element only, whatever the step, does not count: a harness tests what it has sorted. */
static bool works_on(const struct work *w, const struct ordo_invocation *v,
                     const struct ordo_fact *f) {
    if (w->identity == ORDO_IDENTITY_TYPE) return true;
    bool array = w->p->inputs[v->first_input + f->input].form == ORDO_INPUT_ARRAY;
    return f->flags & ORDO_FACT_IS_REPEATED && !(array && f->used == 1);
}

/* Merges accesses of one input by one node from several contexts. */
static void tidy(struct work *w) {
    size_t kept = 0;
    if (w->n) qsort(w->list, w->n, sizeof *w->list, by_key);
    for (size_t i = 0; i < w->n; i++) {
        struct access *last = kept ? &w->list[kept - 1] : NULL, *x = &w->list[i];
        if (!last || by_key(last, x) != 0) {
            w->list[kept++] = *x;
            continue;
        }
        last->measured &= x->measured;
        last->repeated |= x->repeated;
        if (x->elements > last->elements) last->elements = x->elements;
        if (x->references > last->references) last->references = x->references;
    }
    w->n = kept;
}

static bool is_same(const struct work *w, const struct access *x, const struct access *y) {
    return w->identity != ORDO_IDENTITY_ALL ||
           (x->measured && y->measured && x->elements == y->elements &&
            x->references == y->references);
}

/* `through`: what a node accesses counts for those that it belongs to as well. */
static void look_at(struct work *w, const struct ordo_invocation *v, bool through) {
    w->n = 0;
    for (uint32_t i = 0; i < v->n_facts; i++) {
        const struct ordo_fact *f = &w->p->facts[v->first_fact + i];
        uint32_t node = w->t->place[f->context];
        uint64_t key;
        if (f->input == ORDO_INPUT_NONE || f->type != ORDO_TYPE_NONE || node == UINT32_MAX ||
            !(f->reads || f->writes || f->creations) || !key_of(w, v, f->input, &key))
            continue;
        add_access(w, key, node, f, works_on(w, v, f));
        for (uint32_t up = node; through && ordo_bond_joins(w->bond[up]);) {
            up = w->t->nodes[up].parent;
            add_access(w, key, up, f, false);
        }
    }
    tidy(w);
    for (size_t i = 0; i < w->n; i++) {
        const struct ordo_repetition *r = &w->t->nodes[w->list[i].node];
        struct access parent = {.key = w->list[i].key, .node = r->parent};
        if (w->bond[w->list[i].node] || r->kind == ORDO_REPETITION_ENTRY ||
            w->t->nodes[r->parent].kind == ORDO_REPETITION_ENTRY)
            continue;
        const struct access *found = bsearch(&parent, w->list, w->n, sizeof *w->list, by_key);
        if (found && found->repeated && is_same(w, found, &w->list[i]))
            w->bond[w->list[i].node] = ORDO_BOND_INPUT;
    }
}

/* Returns the nearest node above that is of the scope, or UINT32_MAX. */
static uint32_t above(const struct ordo_repetition_tree *t, uint32_t node, uint32_t scope) {
    uint32_t up = t->nodes[node].parent;
    while (up != UINT32_MAX &&
           (t->nodes[up].scope != scope || t->nodes[up].kind == ORDO_REPETITION_ENTRY))
        up = t->nodes[up].parent;
    return up;
}

static void apply_choices(struct work *w, bool together) {
    for (uint32_t i = 0; i < w->p->n_choices; i++) {
        const struct ordo_group_choice *c = &w->p->choices[i];
        for (uint32_t node = 0; c->together == together && node < w->t->n_nodes; node++) {
            if (w->t->nodes[node].scope != c->inner) continue;
            uint32_t outer = above(w->t, node, c->outer);
            if (outer == UINT32_MAX) continue;
            if (!together) w->bond[node] = ORDO_BOND_APART;
            for (uint32_t up = node; together && up != outer; up = w->t->nodes[up].parent)
                if (!ordo_bond_joins(w->bond[up])) w->bond[up] = ORDO_BOND_HAND;
        }
    }
}

void ordo_grouping_make(struct ordo_grouping *g, const struct ordo_profile *p,
                        const struct ordo_repetition_tree *t, enum ordo_identity identity) {
    g->bond = ordo_memory_new((size_t)t->n_nodes + 1, sizeof *g->bond);
    struct work w = {.p = p, .t = t, .identity = identity, .bond = g->bond};
    for (uint32_t i = 0; i < p->n_invocations; i++) look_at(&w, &p->invocations[i], false);
    ordo_recursion_bonds_add(p, t, g->bond);
    ordo_advance_bonds_add(p, t, g->bond);
    for (uint32_t i = 0; i < p->n_invocations; i++) look_at(&w, &p->invocations[i], true);
    apply_choices(&w, true);
    apply_choices(&w, false);
    free(w.list);
}

void ordo_grouping_done(struct ordo_grouping *g) {
    free(g->bond);
    g->bond = NULL;
}
