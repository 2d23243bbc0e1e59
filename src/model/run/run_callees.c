/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * run_callees.c: lowers totals by iteration.
 *
 * Totals start at the samples' estimates. In each round, a total falls to at most its own cost
 * plus what its callees allow. Totals never rise, so the iteration converges; it ends when no
 * total falls by more than SETTLED. Calls within one recursion are not reduced.
 *
 * What counted library routines did is known by the routine that called them, exactly. Samples show
 * by which loop, in their calling contexts.
 */
#include "model/run/run_callees.h"
#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

enum { ROUNDS = 64 };
#define SETTLED 1e-3

struct search {
    const struct ordo_profile *p;
    const struct ordo_run_totals *t;
    const uint32_t *recursion;
    const double *factor;
    double *total;
    double *part;    /* allowed share of a callee's cost in samples; at most 1 */
    double *asked;   /* cost of a callee according to all callers' samples */
    double *sum;     /* cost of a scope or recursion according to its callees */
    double *library; /* cost of counted library routines according to the scope's samples */
};

static uint32_t unit(const struct search *x, uint32_t i) {
    return x->recursion[i] == UINT32_MAX ? i : x->recursion[i];
}

static bool is_counted(const struct search *x, uint32_t i) {
    return x->p->scopes[i].kind == ORDO_PROFILE_LIBRARY && x->t->scope[i].gate;
}

static double scaled(const struct search *x, const struct ordo_edge *e) {
    double factor = is_counted(x, e->callee.i) ? 1 : x->factor[e->caller.i];
    return (double)e->cost * (factor > 0 ? factor : 1);
}

/* Finds the cost of counted library routines in samples, scaled, and at most what they had in all.
 * If there were too many contexts to keep, it may be all of that. */
static void find_library(struct search *x) {
    const struct ordo_profile *p = x->p;
    double all = 0;
    for (uint32_t i = 0; i < p->n_scopes; i++)
        if (is_counted(x, i)) all += x->t->scope[i].cost_total;
    for (uint32_t i = 0; i < p->n_contexts; i++) {
        const struct ordo_context *c = &p->contexts[i];
        if (!is_counted(x, c->scope.i) || c->parent == UINT32_MAX) continue;
        uint32_t caller = p->contexts[c->parent].scope.i;
        double factor = x->factor[caller];
        x->library[caller] += (double)c->cost * (factor > 0 ? factor : 1);
    }
    for (uint32_t i = 0; i < p->n_scopes; i++)
        if (x->library[i] > all || p->contexts_truncated) x->library[i] = all;
}

static bool leaves(const struct search *x, const struct ordo_edge *e) {
    return !ordo_scope_is_none(e->caller) && unit(x, e->caller.i) != unit(x, e->callee.i);
}

static void add_up(struct search *x) {
    for (uint32_t i = 0; i < x->p->n_scopes; i++) x->sum[i] = 0;
    for (uint32_t i = 0; i < x->p->n_scopes; i++) {
        if (x->p->scopes[i].kind == ORDO_PROFILE_RECURSION) continue;
        double own = x->t->scope[i].cost_self + x->library[i];
        x->sum[i] += own;
        if (unit(x, i) != i) x->sum[unit(x, i)] += own;
    }
    for (uint64_t k = 0; k < x->p->n_edges; k++) {
        const struct ordo_edge *e = &x->p->edges[k];
        if (ordo_scope_is_none(e->caller)) continue;
        uint32_t caller = e->caller.i, within = unit(x, caller), callee = unit(x, e->callee.i);
        double cost = scaled(x, e) * (within == callee ? 1 : x->part[callee]);
        x->sum[caller] += cost;
        if (within != caller && within != callee) x->sum[within] += cost;
    }
}

/* Returns whether the scope's total is kept: it has an interval, or no sample met it, so that its
 * callees are not known. */
static bool keeps_total(const struct search *x, uint32_t i) {
    const struct ordo_run_scope *s = &x->t->scope[i];
    if (x->p->scopes[i].kind == ORDO_PROFILE_RECURSION) return false;
    return s->has_interval || (s->gate && !s->recorded);
}

/* Does one round. Returns the greatest relative decrease. */
static double lower(struct search *x) {
    double most = 0;
    for (uint32_t i = 0; i < x->p->n_scopes; i++)
        x->part[i] = x->asked[i] > x->total[i] ? x->total[i] / x->asked[i] : 1;
    add_up(x);
    for (uint32_t i = 0; i < x->p->n_scopes; i++) {
        if (keeps_total(x, i)) continue;
        double now = fmin(fmin(x->total[i], x->sum[i]), x->sum[unit(x, i)]);
        if (x->total[i] > 0) most = fmax(most, 1 - now / x->total[i]);
        x->total[i] = now;
    }
    return most;
}

static void begin(struct search *x) {
    find_library(x);
    for (uint64_t k = 0; k < x->p->n_edges; k++) {
        const struct ordo_edge *e = &x->p->edges[k];
        if (leaves(x, e)) x->asked[unit(x, e->callee.i)] += scaled(x, e);
    }
    for (uint32_t i = 0; i < x->p->n_scopes; i++) x->part[i] = 1;
    add_up(x);
    for (uint32_t i = 0; i < x->p->n_scopes; i++) {
        const struct ordo_run_scope *of = &x->t->scope[i];
        if (x->p->scopes[i].kind == ORDO_PROFILE_RECURSION)
            x->total[i] = x->sum[i];
        else /* without a gate, the total is what its callers give it */
            x->total[i] = of->gate ? of->cost_total : fmax(of->cost_total, x->asked[i]);
    }
}

void ordo_run_totals_by_callees(const struct ordo_profile *p,
                                const struct ordo_run_nesting *nesting, const double *factor,
                                const struct ordo_run_totals *t, double *out) {
    size_t n = (size_t)p->n_scopes + 1;
    struct search x = {.p = p,
                       .t = t,
                       .recursion = nesting->recursion,
                       .factor = factor,
                       .total = out,
                       .part = ordo_memory_new(n, sizeof *x.part),
                       .asked = ordo_memory_new(n, sizeof *x.asked),
                       .sum = ordo_memory_new(n, sizeof *x.sum),
                       .library = ordo_memory_new(n, sizeof *x.library)};
    begin(&x);
    for (int round = 0; round < ROUNDS && lower(&x) > SETTLED; round++) {
    }
    free(x.part);
    free(x.asked);
    free(x.sum);
    free(x.library);
}
