/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * run_edges.c: a loop in another one is executed by that one only, so its whole cost is that
 * edge's. Costs of other callees are divided among callers as the samples divide them.
 */
#include "model/run/run_edges.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

enum { ROUNDS = 16 };

static int by_callee(const void *a, const void *b) {
    const struct ordo_edge *x = a, *y = b;
    if (x->callee.i != y->callee.i) return x->callee.i < y->callee.i ? -1 : 1;
    return (x->caller.i > y->caller.i) - (x->caller.i < y->caller.i);
}

/* Returns whether the scope is a loop in another loop. */
static bool is_inner_loop(const struct ordo_profile *p, uint32_t i) {
    const struct ordo_profile_scope *s = &p->scopes[i];
    return s->kind == ORDO_PROFILE_LOOP && !ordo_scope_is_none(s->parent) &&
           p->scopes[s->parent.i].kind == ORDO_PROFILE_LOOP;
}

/* Returns what multiplies the edge's numbers; 1 for what was counted. */
static double scaled(const struct ordo_profile *p, const struct ordo_run_totals *t,
                     const double *factor, const struct ordo_edge *e) {
    bool counted =
        p->scopes[e->callee.i].kind == ORDO_PROFILE_LIBRARY && t->scope[e->callee.i].gate;
    bool known = !ordo_scope_is_none(e->caller) && factor[e->caller.i] > 0;
    return known && !counted ? factor[e->caller.i] : 1;
}

static uint64_t whole(double x) {
    return x < 9e18 ? (uint64_t)llround(x) : (uint64_t)9e18;
}

static bool is_routine_only(const struct ordo_profile *p, const struct ordo_run_totals *t,
                            uint32_t i) {
    return p->scopes[i].kind == ORDO_PROFILE_ROUTINE && !p->scopes[i].calls && !t->scope[i].gate;
}

static void add_edge(struct ordo_run_totals *t, uint32_t callee, struct ordo_scope_id caller,
                     double calls, double cost) {
    t->edges[t->n_edges++] = (struct ordo_edge){
        .callee = {callee}, .caller = caller, .calls = whole(calls), .cost = whole(cost)};
}

/* Adds edges to loops whose callers no sample shows: from the loop around it, or from its routine
 * if calls of that were counted. Sets added[i] for each. */
static void add_loops(const struct ordo_profile *p, const double *calls, const bool *known,
                      struct ordo_run_totals *t, bool *added) {
    for (uint32_t i = 0; i < p->n_scopes; i++) {
        const struct ordo_profile_scope *s = &p->scopes[i];
        const struct ordo_run_scope *loop = &t->scope[i];
        if (s->kind != ORDO_PROFILE_LOOP) continue;
        bool inner = is_inner_loop(p, i);
        bool of_routine =
            !known[i] && calls[s->routine.i] > 0 && is_routine_only(p, t, s->routine.i);
        added[i] = inner || of_routine;
        if (added[i]) add_edge(t, i, inner ? s->parent : s->routine, loop->calls, loop->cost_total);
    }
}

/* Sets the costs of routines that neither have a gate nor were recorded: those of the loops and
 * library routines in them, and of such routines that they call. Their calls are those that were
 * counted. If none were, the calls of the callee that they call most stand for them. */
static void add_up_routines(const struct ordo_profile *p, const double *calls,
                            struct ordo_run_totals *t) {
    double *sum = ordo_memory_new((size_t)p->n_scopes + 1, sizeof *sum);
    for (int round = 0; round < ROUNDS; round++) {
        for (uint32_t i = 0; i < p->n_scopes; i++) sum[i] = 0;
        for (uint64_t k = 0; k < t->n_edges; k++) {
            struct ordo_edge *e = &t->edges[k];
            uint32_t callee = e->callee.i;
            if (ordo_scope_is_none(e->caller)) continue;
            if (is_routine_only(p, t, callee) && calls[callee] > 0)
                e->cost = whole(t->scope[callee].cost_total * (double)e->calls / calls[callee]);
            sum[e->caller.i] += (double)e->cost;
            if (!is_routine_only(p, t, e->caller.i)) continue;
            struct ordo_run_scope *caller = &t->scope[e->caller.i];
            double least = calls[e->caller.i] > 0 ? calls[e->caller.i] : (double)e->calls;
            if (least <= caller->calls) continue;
            caller->calls = caller->executions = least;
            if (!(calls[e->caller.i] > 0)) caller->calls_of = callee;
        }
        for (uint32_t i = 0; i < p->n_scopes; i++)
            if (is_routine_only(p, t, i)) t->scope[i].cost_total = sum[i];
    }
    free(sum);
}

void ordo_run_edges_find(const struct ordo_profile *p, const double *factor,
                         struct ordo_run_totals *t) {
    double *cost = ordo_memory_new((size_t)p->n_scopes + 1, sizeof *cost);
    double *calls = ordo_memory_new((size_t)p->n_scopes + 1, sizeof *calls);
    bool *known = ordo_memory_new((size_t)p->n_scopes + 1, sizeof *known); /* callers, by samples */
    bool *added = ordo_memory_new((size_t)p->n_scopes + 1, sizeof *added);
    for (uint64_t k = 0; k < p->n_edges; k++) {
        const struct ordo_edge *e = &p->edges[k];
        known[e->callee.i] |= !ordo_scope_is_none(e->caller);
        cost[e->callee.i] += (double)e->cost * scaled(p, t, factor, e);
        calls[e->callee.i] += (double)e->calls * scaled(p, t, factor, e);
    }
    t->edges = ordo_memory_new(p->n_edges + p->n_scopes, sizeof *t->edges);
    add_loops(p, calls, known, t, added);
    for (uint64_t k = 0; k < p->n_edges; k++) {
        const struct ordo_edge *e = &p->edges[k];
        const struct ordo_run_scope *callee = &t->scope[e->callee.i];
        if (added[e->callee.i]) continue;
        double of_calls = (double)e->calls * scaled(p, t, factor, e) / fmax(calls[e->callee.i], 1);
        double of_cost = (double)e->cost * scaled(p, t, factor, e) / fmax(cost[e->callee.i], 1);
        bool counted = is_routine_only(p, t, e->callee.i);
        add_edge(t, e->callee.i, e->caller, counted ? (double)e->calls : callee->calls * of_calls,
                 callee->cost_total * of_cost);
    }
    add_up_routines(p, calls, t);
    if (t->n_edges) qsort(t->edges, t->n_edges, sizeof *t->edges, by_callee);
    free(cost);
    free(calls);
    free(known);
    free(added);
}
