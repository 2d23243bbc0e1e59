/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * algorithms.c: nodes without a bond to their parent are roots. Every record of an invocation is
 * read once, by the algorithm of its root. A record counts for a node only if its context began the
 * node, not if a recursion merely passed through it.
 *
 * The recording may have no record of its own for an invocation: the first one of a recursion that
 * it did not know yet, or one within a larger recursion that the compiler expects and that did not
 * happen. If it is the only invocation, the record of a repetition around it has all of it. If
 * there are several, such a record shows only what they did together, not what each did.
 */
#include "structure/algorithms.h"

#include "base/memory.h"
#include "base/vector.h"
#include "structure/classify.h"
#include "structure/cost_functions.h"

#include <stdlib.h>

struct work {
    const struct ordo_profile *p;
    const struct ordo_repetition_tree *t;
    struct ordo_algorithms *a;
    uint32_t *first, *next; /* by algorithm: its first invocation; by invocation: the next one */
    uint32_t *around;       /* by algorithm without records: the invocation that its own ran in */
    struct ordo_cost_functions functions;
    size_t classes_capacity;
};

static void find_roots(struct work *w) {
    struct ordo_algorithms *a = w->a;
    const struct ordo_repetition *nodes = w->t->nodes;
    for (uint32_t i = 0; i < w->t->n_nodes; i++) {
        a->of_node[i] = UINT32_MAX;
        if (nodes[i].kind == ORDO_REPETITION_ENTRY) continue;
        if (ordo_bond_joins(a->grouping.bond[i])) {
            a->of_node[i] = a->of_node[nodes[i].parent];
        } else {
            a->of_node[i] = a->n;
            a->list[a->n++] = (struct ordo_algorithm){.root = i,
                                                      .invocations = nodes[i].invocations,
                                                      .best = ORDO_FUNCTION_NONE,
                                                      .outgrowing = ORDO_FUNCTION_NONE};
        }
        struct ordo_algorithm *x = &a->list[a->of_node[i]];
        enum ordo_bond bond = a->grouping.bond[i];
        x->nodes.n++;
        x->steps += nodes[i].steps;
        x->by_hand |= bond == ORDO_BOND_HAND || bond == ORDO_BOND_APART;
    }
    uint64_t first = 0;
    for (uint32_t i = 0; i < a->n; i++) {
        a->list[i].nodes.first = first;
        first += a->list[i].nodes.n;
        a->list[i].nodes.n = 0;
    }
    for (uint32_t i = 0; i < w->t->n_nodes; i++) {
        if (a->of_node[i] == UINT32_MAX) continue;
        struct ordo_algorithm *x = &a->list[a->of_node[i]];
        a->nodes[x->nodes.first + x->nodes.n++] = i;
    }
}

/* Assigns invocations to algorithms; in reverse, so that each list runs forward. */
static void deal_invocations(struct work *w) {
    for (uint32_t i = 0; i < w->a->n; i++) w->first[i] = UINT32_MAX;
    for (uint32_t i = w->p->n_invocations; i-- > 0;) {
        uint32_t context = w->p->invocations[i].context, node = w->t->place[context];
        if (node == UINT32_MAX || w->a->of_node[node] == UINT32_MAX) continue;
        uint32_t algorithm = w->a->of_node[node];
        if (w->a->list[algorithm].root != node ||
            w->t->nodes[node].scope != w->p->contexts[context].scope.i)
            continue;
        w->next[i] = w->first[algorithm];
        w->first[algorithm] = i;
    }
}

static bool is_above(const struct ordo_repetition_tree *t, uint32_t up, uint32_t node) {
    while (t->nodes[node].depth > t->nodes[up].depth) node = t->nodes[node].parent;
    return node == up;
}

/* Prefers the innermost record, which has least of what is around; then the one with most facts. */
static bool is_closer(const struct work *w, const struct ordo_invocation *v,
                      const struct ordo_invocation *than) {
    uint32_t depth = w->t->nodes[w->t->place[v->context]].depth;
    uint32_t before = w->t->nodes[w->t->place[than->context]].depth;
    return depth != before ? depth > before : v->n_facts > than->n_facts;
}

/* Finds, for algorithms without records of their own, a record around their invocations. */
static void find_around(struct work *w) {
    for (uint32_t k = 0; k < w->a->n; k++) w->around[k] = UINT32_MAX;
    for (uint32_t i = 0; i < w->p->n_invocations; i++) {
        const struct ordo_invocation *v = &w->p->invocations[i];
        uint32_t of = w->t->place[v->context];
        for (uint32_t k = 0; of != UINT32_MAX && k < v->n_facts; k++) {
            uint32_t node = w->t->place[w->p->facts[v->first_fact + k].context];
            uint32_t algorithm = node == UINT32_MAX ? UINT32_MAX : w->a->of_node[node];
            if (algorithm == UINT32_MAX || w->first[algorithm] != UINT32_MAX) continue;
            const struct ordo_algorithm *x = &w->a->list[algorithm];
            if (of == x->root || !is_above(w->t, of, x->root)) continue;
            uint32_t *best = &w->around[algorithm];
            if (*best == UINT32_MAX || is_closer(w, v, &w->p->invocations[*best])) *best = i;
        }
    }
}

static void keep_classes(struct work *w, struct ordo_algorithm *x,
                         const struct ordo_input_classes *c) {
    struct ordo_algorithms *a = w->a;
    a->classes = ordo_vector_reserve(a->classes, &w->classes_capacity, a->n_classes + c->n,
                                     sizeof *a->classes);
    x->inputs = (struct ordo_span){a->n_classes, c->n};
    for (size_t i = 0; i < c->n; i++) {
        a->classes[a->n_classes] = c->list[i];
        a->classes[a->n_classes++].operation = ordo_classify(&c->list[i]);
    }
}

static void measure(struct work *w, uint32_t algorithm) {
    struct ordo_algorithm *x = &w->a->list[algorithm];
    struct ordo_costs costs = {.profile = w->p,
                               .tree = w->t,
                               .of_node = w->a->of_node,
                               .classes = {.by_type = w->a->identity == ORDO_IDENTITY_TYPE}};
    for (uint32_t i = w->first[algorithm]; i != UINT32_MAX; i = w->next[i])
        ordo_costs_add(&costs, algorithm, &w->p->invocations[i]);
    if (w->around[algorithm] != UINT32_MAX)
        ordo_costs_add(&costs, algorithm, &w->p->invocations[w->around[algorithm]]);
    ordo_costs_settle(&costs);
    if (w->around[algorithm] != UINT32_MAX && x->invocations > 1) {
        for (size_t i = 0; i < costs.classes.n; i++) costs.classes.list[i].measured = false;
    } else {
        x->kept = (uint32_t)costs.n;
        for (size_t i = 0; i < costs.n; i++) x->kept_steps += costs.list[i].steps;
        x->functions.first = w->functions.n;
        ordo_cost_functions_add(&w->functions, &costs, &x->best, &x->outgrowing);
        x->functions.n = w->functions.n - x->functions.first;
    }
    keep_classes(w, x, &costs.classes);
    ordo_costs_done(&costs);
}

static void make(struct work *w) {
    struct ordo_algorithms *a = w->a;
    size_t n = (size_t)w->t->n_nodes + 1;
    a->list = ordo_memory_new(n, sizeof *a->list);
    a->of_node = ordo_memory_new(n, sizeof *a->of_node);
    a->nodes = ordo_memory_new(n, sizeof *a->nodes);
    w->first = ordo_memory_new(n, sizeof *w->first);
    w->next = ordo_memory_new((size_t)w->p->n_invocations + 1, sizeof *w->next);
    w->around = ordo_memory_new(n, sizeof *w->around);
    ordo_grouping_make(&a->grouping, w->p, w->t, a->identity);
    find_roots(w);
    deal_invocations(w);
    find_around(w);
    for (uint32_t i = 0; i < a->n; i++) measure(w, i);
    a->functions = w->functions.list;
    a->n_functions = (uint32_t)w->functions.n;
    a->points = w->functions.points;
    a->n_points = w->functions.n_points;
    w->functions = (struct ordo_cost_functions){0};
}

struct ordo_algorithms *ordo_algorithms_new(const struct ordo_profile *p,
                                            const struct ordo_repetition_tree *t,
                                            enum ordo_identity identity) {
    struct work w = {.p = p, .t = t};
    w.a = ordo_memory_new(1, sizeof *w.a);
    w.a->identity = identity;
    make(&w);
    ordo_cost_functions_done(&w.functions);
    free(w.first);
    free(w.next);
    free(w.around);
    return w.a;
}

void ordo_algorithms_free(struct ordo_algorithms *a) {
    if (!a) return;
    ordo_grouping_done(&a->grouping);
    free(a->list);
    free(a->of_node);
    free(a->nodes);
    free(a->classes);
    free(a->functions);
    free(a->points);
    free(a);
}
