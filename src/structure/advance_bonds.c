/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * advance_bonds.c: an advance names scopes, so every node of the outer loop is considered. Below
 * it, the access is in nodes of the inner scope or, if the position is passed to a routine, in
 * nodes below those that begin in the routine. The edge from the outer loop towards such a node
 * becomes a bond if all other edges on the way are bonds and an input is accessed there; an array,
 * if the position is passed to a routine, because a harness passes one list after the other. Inner
 * bonds can make outer ones possible, so passes repeat until one adds no edge. A loop that decides
 * the outer loop's end is searched for anywhere below it. A recursion that passes on its results
 * must access an input itself: one that does not is a harness (`n ? insert(build(n - 1)) : NULL`).
 *
 * Nodes are in depth-first order: the nodes below a node follow it for as long as they are deeper.
 */
#include "structure/advance_bonds.h"
#include "base/arena.h"

struct work {
    const struct ordo_profile *p;
    const struct ordo_repetition_tree *t;
    enum ordo_bond *bond;
    bool *arrays, *inputs;  /* by node: it accesses an array itself; an array or a structure */
    uint32_t *end;          /* by node: one past the last node below it */
    uint32_t *outer, *next; /* by scope: its last node that is a loop or a recursion; by node: the
                               previous one */
    uint32_t *begin, *more; /* by node: the last context that begins it; by context: the previous
                               one. UINT32_MAX in all four: none */
};

static void find_accesses(struct work *w) {
    for (uint32_t i = 0; i < w->p->n_invocations; i++) {
        const struct ordo_invocation *v = &w->p->invocations[i];
        for (uint32_t k = 0; k < v->n_facts; k++) {
            const struct ordo_fact *f = &w->p->facts[v->first_fact + k];
            uint32_t node = w->t->place[f->context];
            if (f->input == ORDO_INPUT_NONE || node == UINT32_MAX || !(f->reads || f->writes))
                continue;
            enum ordo_input_form form = w->p->inputs[v->first_input + f->input].form;
            w->arrays[node] |= form == ORDO_INPUT_ARRAY;
            w->inputs[node] |= form == ORDO_INPUT_ARRAY || form == ORDO_INPUT_STRUCTURE;
        }
    }
}

static void index_nodes(struct work *w) {
    const struct ordo_repetition *nodes = w->t->nodes;
    for (uint32_t i = 0; i < w->p->n_scopes; i++) w->outer[i] = UINT32_MAX;
    for (uint32_t i = 0; i < w->t->n_nodes; i++) {
        w->end[i] = i + 1;
        w->begin[i] = w->next[i] = UINT32_MAX;
        if (nodes[i].kind == ORDO_REPETITION_ENTRY) continue;
        w->next[i] = w->outer[nodes[i].scope];
        w->outer[nodes[i].scope] = i;
    }
    for (uint32_t i = w->t->n_nodes; i-- > 0;)
        if (nodes[i].parent != UINT32_MAX && w->end[i] > w->end[nodes[i].parent])
            w->end[nodes[i].parent] = w->end[i];
    for (uint32_t i = 0; i < w->p->n_contexts; i++) {
        uint32_t node = w->t->place[i];
        if (node == UINT32_MAX || nodes[node].scope != w->p->contexts[i].scope.i) continue;
        w->more[i] = w->begin[node];
        w->begin[node] = i;
    }
}

/* Whether something is accessed in the node, or in a node that bonds below it lead to. */
static bool leads_to(const struct work *w, uint32_t node, const bool *accesses) {
    const struct ordo_repetition *nodes = w->t->nodes;
    if (accesses[node]) return true;
    for (uint32_t i = node + 1; i < w->end[node]; i++) {
        uint32_t up = i;
        if (!accesses[i]) continue;
        while (up != node && ordo_bond_joins(w->bond[up])) up = nodes[up].parent;
        if (up == node) return true;
    }
    return false;
}

/* Whether the node begins in the routine, called from the routine of its parent. */
static bool begins_in(const struct work *w, uint32_t node, uint32_t routine) {
    for (uint32_t i = w->begin[node]; i != UINT32_MAX; i = w->more[i]) {
        const struct ordo_context *contexts = w->p->contexts;
        if (contexts[i].scope.i == routine) return true;
        for (uint32_t up = contexts[i].parent; up != UINT32_MAX && !w->t->repeats[up];
             up = contexts[up].parent)
            if (contexts[up].scope.i == routine) return true;
    }
    return false;
}

/* `accesses`: by node: it accesses what the bond is about. Makes the edge below `outer` on the way
 * to `target` a bond if all other edges on the way are. */
static bool bind(struct work *w, uint32_t outer, uint32_t target, const bool *accesses,
                 enum ordo_bond bond) {
    const struct ordo_repetition *nodes = w->t->nodes;
    uint32_t top = target;
    if (target == outer || !leads_to(w, target, accesses)) return false;
    while (nodes[top].parent != outer) {
        if (!ordo_bond_joins(w->bond[top])) return false;
        top = nodes[top].parent;
    }
    if (w->bond[top]) return false;
    w->bond[top] = bond;
    return true;
}

static bool follow(struct work *w, const struct ordo_scope_advance *a, uint32_t outer) {
    const struct ordo_repetition *nodes = w->t->nodes;
    bool recursion = nodes[outer].kind == ORDO_REPETITION_RECURSION, changed = false;
    enum ordo_bond bond = a->ends     ? ORDO_BOND_END
                          : recursion ? ORDO_BOND_HANDOVER
                                      : ORDO_BOND_ADVANCE;
    const bool *passed = recursion ? w->inputs : w->arrays;
    if (recursion && !w->inputs[outer]) return false;
    for (uint32_t inner = outer; inner < w->end[outer]; inner++) {
        if (nodes[inner].scope != a->inner) continue;
        changed |= bind(w, outer, inner, w->inputs, bond);
        if (a->callee == ORDO_SCOPE_NONE_INDEX) continue;
        for (uint32_t i = inner + 1; i < w->end[inner]; i = w->end[i])
            if (!ordo_bond_joins(w->bond[i]) && begins_in(w, i, a->callee))
                changed |= bind(w, outer, i, passed, bond);
    }
    return changed;
}

static void follow_all(struct work *w) {
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < w->p->n_advances; i++) {
            const struct ordo_scope_advance *a = &w->p->advances[i];
            for (uint32_t node = w->outer[a->outer]; node != UINT32_MAX; node = w->next[node])
                changed |= follow(w, a, node);
        }
    }
}

void ordo_advance_bonds_add(const struct ordo_profile *p, const struct ordo_repetition_tree *t,
                            enum ordo_bond *bond) {
    struct work w = {.p = p, .t = t, .bond = bond};
    if (!p->n_advances) return;
    struct ordo_arena *arena = ordo_arena_new();
    size_t nodes = (size_t)t->n_nodes + 1;
    w.arrays = ordo_arena_array(arena, nodes, sizeof *w.arrays);
    w.inputs = ordo_arena_array(arena, nodes, sizeof *w.inputs);
    w.end = ordo_arena_array(arena, nodes, sizeof *w.end);
    w.next = ordo_arena_array(arena, nodes, sizeof *w.next);
    w.begin = ordo_arena_array(arena, nodes, sizeof *w.begin);
    w.outer = ordo_arena_array(arena, (size_t)p->n_scopes + 1, sizeof *w.outer);
    w.more = ordo_arena_array(arena, (size_t)p->n_contexts + 1, sizeof *w.more);
    find_accesses(&w);
    index_nodes(&w);
    follow_all(&w);
    ordo_arena_free(arena);
}
