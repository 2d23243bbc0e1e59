/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * run_edges.c: a loop in another one is executed by that one only, so its whole cost is that
 * edge's. Costs of other callees are divided among callers as the samples divide them.
 */
#include "model/run/run_edges.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

static int by_callee(const void *a, const void *b) {
    const struct ordo_edge *x = a, *y = b;
    if (x->callee.i != y->callee.i) return x->callee.i < y->callee.i ? -1 : 1;
    return (x->caller.i > y->caller.i) - (x->caller.i < y->caller.i);
}

static bool is_inner_loop(const struct ordo_profile_scope *s) {
    return s->kind == ORDO_PROFILE_LOOP && !ordo_scope_is_none(s->parent);
}

static double scaled(const double *factor, const struct ordo_edge *e) {
    bool known = !ordo_scope_is_none(e->caller) && factor[e->caller.i] > 0;
    return known ? factor[e->caller.i] : 1;
}

static uint64_t whole(double x) {
    return x < 9e18 ? (uint64_t)llround(x) : (uint64_t)9e18;
}

void ordo_run_edges_find(const struct ordo_profile *p, const double *factor,
                         struct ordo_run_totals *t) {
    double *cost = ordo_memory_new((size_t)p->n_scopes + 1, sizeof *cost);
    double *calls = ordo_memory_new((size_t)p->n_scopes + 1, sizeof *calls);
    for (uint64_t k = 0; k < p->n_edges; k++) {
        const struct ordo_edge *e = &p->edges[k];
        cost[e->callee.i] += (double)e->cost * scaled(factor, e);
        calls[e->callee.i] += (double)e->calls * scaled(factor, e);
    }
    t->edges = ordo_memory_new(p->n_edges + p->n_scopes, sizeof *t->edges);
    for (uint32_t i = 0; i < p->n_scopes; i++)
        if (is_inner_loop(&p->scopes[i]))
            t->edges[t->n_edges++] = (struct ordo_edge){.callee = {i},
                                                        .caller = p->scopes[i].parent,
                                                        .calls = whole(t->scope[i].calls),
                                                        .cost = whole(t->scope[i].cost_total)};
    for (uint64_t k = 0; k < p->n_edges; k++) {
        const struct ordo_edge *e = &p->edges[k];
        const struct ordo_run_scope *callee = &t->scope[e->callee.i];
        if (is_inner_loop(&p->scopes[e->callee.i])) continue;
        double of_calls = (double)e->calls * scaled(factor, e) / fmax(calls[e->callee.i], 1);
        double of_cost = (double)e->cost * scaled(factor, e) / fmax(cost[e->callee.i], 1);
        t->edges[t->n_edges++] = (struct ordo_edge){.callee = e->callee,
                                                    .caller = e->caller,
                                                    .calls = whole(callee->calls * of_calls),
                                                    .cost = whole(callee->cost_total * of_cost)};
    }
    if (t->n_edges) qsort(t->edges, t->n_edges, sizeof *t->edges, by_callee);
    free(cost);
    free(calls);
}
