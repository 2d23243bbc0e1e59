/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * run_costs.c: a run's part of a scope's own cost is known if it is a loop with a gate. A scope
 * without a gate has the mean of its callers' parts, found by iteration. Totals are then added up
 * from callees to callers, also by iteration; calls within a recursion add nothing, and the total
 * of a recursion is that of its routines and loops and of what these call.
 */
#include "model/run/run_costs.h"

#include "base/arena.h"
#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 64 };
#define SETTLED 1e-6

struct search {
    const struct ordo_profile *p;
    const struct ordo_run_totals *t;
    uint32_t *group; /* by scope: the recursion that it, or its routine, belongs to; or itself */
    double *whole;   /* cost of a scope according to all its callers */
    const struct ordo_run_cost **known; /* of the run; NULL: none */
    double *part;                       /* the run's part of the scope's work; NAN: not known */
    double *sum, *count;                /* over callers */
    double *own, *total;                /* of the run */
};

static void find_groups(struct search *x) {
    const struct ordo_profile *p = x->p;
    for (uint32_t i = 0; i < p->n_scopes; i++) x->group[i] = i;
    for (uint32_t i = p->n_scopes; i-- > 0;)
        if (p->scopes[i].kind == ORDO_PROFILE_RECURSION)
            for (uint64_t k = 0; k < p->scopes[i].members.n; k++)
                x->group[p->members[p->scopes[i].members.first + k].i] = i;
    for (uint32_t i = 0; i < p->n_scopes; i++)
        if (p->scopes[i].kind == ORDO_PROFILE_LOOP && !ordo_scope_is_none(p->scopes[i].routine)) {
            uint32_t of = x->group[p->scopes[i].routine.i];
            if (of != p->scopes[i].routine.i) x->group[i] = of;
        }
}

/* Returns whether the scope's own cost in each run was counted. */
static bool has_gate(const struct search *x, uint32_t i) {
    enum ordo_profile_kind kind = x->p->scopes[i].kind;
    const struct ordo_gated_scope *gate = x->t->scope[i].gate;
    if (kind == ORDO_PROFILE_LOOP || kind == ORDO_PROFILE_LIBRARY) return gate;
    return x->t->scope[i].activations_exact || (gate && gate->iterations);
}

static bool leads(const struct search *x, const struct ordo_edge *e) {
    return !ordo_scope_is_none(e->caller) && e->caller.i != e->callee.i &&
           !isnan(x->part[e->caller.i]);
}

/* Does one round. Returns the greatest change of a part. */
static double follow_callers(struct search *x) {
    double change = 0;
    memset(x->sum, 0, x->p->n_scopes * sizeof *x->sum);
    memset(x->count, 0, x->p->n_scopes * sizeof *x->count);
    for (uint64_t k = 0; k < x->t->n_edges; k++) {
        const struct ordo_edge *e = &x->t->edges[k];
        if (!leads(x, e)) continue;
        x->sum[e->callee.i] += (double)e->calls * x->part[e->caller.i];
        x->count[e->callee.i] += (double)e->calls;
    }
    for (uint32_t i = 0; i < x->p->n_scopes; i++) {
        if (has_gate(x, i) || !(x->count[i] > 0)) continue;
        double now = x->sum[i] / x->count[i];
        change = fmax(change, isnan(x->part[i]) ? 1 : fabs(now - x->part[i]));
        x->part[i] = now;
    }
    return change;
}

/* Sets each scope's own cost in the run. */
static void find_own(struct search *x) {
    const struct ordo_profile *p = x->p;
    for (uint32_t i = 0; i < p->n_scopes; i++) {
        double all = x->t->scope[i].cost_self, of_run = x->known[i] ? (double)x->known[i]->self : 0;
        x->part[i] = has_gate(x, i) && all > 0 ? of_run / all : NAN;
    }
    for (int round = 0; round < ROUNDS && follow_callers(x) > SETTLED; round++) {
    }
    for (uint32_t i = 0; i < p->n_scopes; i++) {
        const struct ordo_run_cost *c = x->known[i];
        double recorded = (double)p->scopes[i].cost_self;
        if (isnan(x->part[i]) && recorded > 0) x->part[i] = c ? (double)c->self / recorded : 0;
        if (isnan(x->part[i])) x->part[i] = 0;
        x->own[i] =
            p->scopes[i].kind == ORDO_PROFILE_RECURSION ? 0 : x->part[i] * x->t->scope[i].cost_self;
    }
}

/* Returns whether the scope is a loop in the other one. */
static bool is_part_of(const struct ordo_profile *p, uint32_t loop, uint32_t around) {
    const struct ordo_profile_scope *s = &p->scopes[loop];
    if (s->kind != ORDO_PROFILE_LOOP) return false;
    return (ordo_scope_is_none(s->parent) ? s->routine.i : s->parent.i) == around;
}

/* Does one round. Returns the greatest relative change of a total. */
static double add_callees(struct search *x) {
    const struct ordo_profile *p = x->p;
    double change = 0;
    for (uint32_t i = 0; i < p->n_scopes; i++) x->sum[i] = 0;
    for (uint32_t i = 0; i < p->n_scopes; i++) {
        x->sum[i] += x->own[i];
        if (x->group[i] != i) x->sum[x->group[i]] += x->own[i];
    }
    for (uint64_t k = 0; k < x->t->n_edges; k++) {
        const struct ordo_edge *e = &x->t->edges[k];
        if (ordo_scope_is_none(e->caller) || !(x->whole[e->callee.i] > 0)) continue;
        uint32_t caller = e->caller.i, callee = e->callee.i;
        uint32_t from = x->group[caller], to = x->group[callee];
        if (from == to && !is_part_of(p, callee, caller)) continue;
        double cost = (double)e->cost / x->whole[callee] * x->total[callee];
        if (caller != callee) x->sum[caller] += cost;
        if (from != to && from != caller) x->sum[from] += cost;
    }
    for (uint32_t i = 0; i < p->n_scopes; i++) {
        uint32_t group = x->group[i];
        bool enters = p->scopes[i].kind == ORDO_PROFILE_ROUTINE && group != i;
        double now = enters ? x->sum[group] : x->sum[i];
        if (now > 0) change = fmax(change, fabs(now - x->total[i]) / now);
        x->total[i] = now;
    }
    return change;
}

static uint64_t rounded(double x) {
    return x < 9e18 ? (uint64_t)llround(x) : (uint64_t)9e18;
}

static uint64_t least(uint64_t a, uint64_t b) {
    return a < b ? a : b;
}

static uint64_t most(uint64_t a, uint64_t b) {
    return a > b ? a : b;
}

/* Sets x->count to the calls in the run that stand for those of a scope that nothing counts in
 * runs: those of the callee that it calls most. */
static void find_calls_of_callees(struct search *x) {
    memset(x->count, 0, x->p->n_scopes * sizeof *x->count);
    for (uint64_t k = 0; k < x->t->n_edges; k++) {
        const struct ordo_edge *e = &x->t->edges[k];
        const struct ordo_run_cost *c = x->known[e->callee.i];
        double all = x->t->scope[e->callee.i].calls;
        if (ordo_scope_is_none(e->caller) || !c || !(all > 0)) continue;
        uint32_t caller = e->caller.i, of = x->t->scope[caller].calls_of;
        if (of != caller && of != e->callee.i) continue;
        double calls = (double)c->calls * (double)e->calls / all;
        x->count[caller] = fmax(x->count[caller], calls);
    }
}

/* Writes the costs of the run to out[]. Returns their number. */
static uint32_t write_costs(struct search *x, struct ordo_run_cost *out) {
    uint32_t n = 0;
    find_calls_of_callees(x);
    for (uint32_t i = 0; i < x->p->n_scopes; i++) {
        const struct ordo_profile_scope *s = &x->p->scopes[i];
        if (s->kind == ORDO_PROFILE_RECURSION || !(x->total[i] > 0)) continue;
        const struct ordo_run_cost *c = x->known[i];
        bool counted = x->t->scope[i].gate != NULL;
        uint64_t calls = rounded(x->part[i] * x->t->scope[i].calls);
        bool only_calls = s->kind == ORDO_PROFILE_ROUTINE && !s->calls && !counted;
        if (only_calls) calls = rounded(x->count[i]);
        uint64_t units = c ? least(c->units, c->calls) : 0;
        if (c && counted && s->kind != ORDO_PROFILE_ROUTINE) calls = c->calls;
        if (c && counted && s->kind == ORDO_PROFILE_ROUTINE) units = c->units;
        out[n++] = (struct ordo_run_cost){
            .scope = {i},
            .calls = most(calls, most(units, 1)),
            .iterations = c && has_gate(x, i) ? c->iterations
                                              : rounded(x->part[i] * x->t->scope[i].iterations),
            .units = most(units, 1),
            .cost = rounded(x->total[i]),
            .self = rounded(x->own[i])};
    }
    return n;
}

/* Sets the costs of the run's processes in proportion to what was recorded. */
static void set_processes(struct ordo_profile *p, const struct ordo_run *r, double cost) {
    double recorded = 0;
    struct ordo_process *process = p->processes + r->processes.first;
    for (uint64_t k = 0; k < r->processes.n; k++) recorded += (double)process[k].cost;
    for (uint64_t k = 0; k < r->processes.n; k++) {
        double part =
            recorded > 0 ? (double)process[k].cost / recorded : 1 / (double)r->processes.n;
        process[k].cost = rounded(cost * part);
    }
}

/* Finds the costs of one run. Returns how many were written. */
static uint32_t of_run(struct search *x, struct ordo_profile *p, struct ordo_run *r,
                       struct ordo_run_cost *out) {
    double sum = 0;
    memset(x->known, 0, p->n_scopes * sizeof *x->known);
    memset(x->total, 0, p->n_scopes * sizeof *x->total);
    for (uint64_t k = 0; k < r->costs.n; k++)
        x->known[p->run_costs[r->costs.first + k].scope.i] = &p->run_costs[r->costs.first + k];
    find_own(x);
    for (int round = 0; round < ROUNDS && add_callees(x) > SETTLED; round++) {
    }
    for (uint32_t i = 0; i < p->n_scopes; i++) sum += x->own[i];
    set_processes(p, r, sum);
    return write_costs(x, out);
}

void ordo_run_costs_apply(const struct ordo_run_totals *t, struct ordo_profile *p) {
    size_t n = (size_t)p->n_scopes + 1, runs = 0;
    for (uint32_t i = 0; i < p->n_runs; i++) runs += p->runs[i].costs.n != 0;
    if (!runs) return;
    struct ordo_arena *arena = ordo_arena_new();
    struct search x = {.p = p,
                       .t = t,
                       .group = ordo_arena_array(arena, n, sizeof *x.group),
                       .whole = ordo_arena_array(arena, n, sizeof *x.whole),
                       .known = ordo_arena_array(arena, n, sizeof *x.known),
                       .part = ordo_arena_array(arena, n, sizeof *x.part),
                       .sum = ordo_arena_array(arena, n, sizeof *x.sum),
                       .count = ordo_arena_array(arena, n, sizeof *x.count),
                       .own = ordo_arena_array(arena, n, sizeof *x.own),
                       .total = ordo_arena_array(arena, n, sizeof *x.total)};
    find_groups(&x);
    for (uint64_t k = 0; k < t->n_edges; k++)
        x.whole[t->edges[k].callee.i] += (double)t->edges[k].cost;
    struct ordo_run_cost *costs = ordo_arena_array(p->arena, runs * n, sizeof *costs);
    uint64_t used = 0;
    for (uint32_t i = 0; i < p->n_runs; i++) {
        struct ordo_run *r = &p->runs[i];
        if (!r->costs.n) continue;
        uint32_t written = of_run(&x, p, r, costs + used);
        r->costs = (struct ordo_span){.first = used, .n = written};
        used += written;
    }
    p->run_costs = costs;
    p->n_run_costs = used;
    ordo_arena_free(arena);
}
