/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * run_totals.c: the factor from recorded to all, scope by scope.
 *
 * A gated loop's factor is the ratio of all its iterations to the recorded ones, a gated
 * recursion's that of all its outermost activations: both are known. A scope without gate was
 * called by others: its factor is the mean of its callers', weighted by their calls, which is found
 * by repetition, since callers can be without gate too. Every factor is a mean of known ones, so
 * that this ends.
 *
 * A gated loop that no sample met still has its own cost, its iterations; what it costs in all is
 * at least that of the loops in it.
 */
#include "model/run_totals.h"

#include "model/run_growth.h"

#include <math.h>
#include <stdlib.h>

enum { ROUNDS = 64 };

struct scaling {
    const struct ordo_profile *p;
    struct ordo_run_totals *t;
    double *factor;      /* of costs; 0: not known */
    double *sum, *count; /* over callers */
};

static double ratio(double all, double recorded) {
    return recorded > 0 ? all / recorded : 0;
}

static void scale_gated(struct scaling *x, const struct ordo_gated_scope *g) {
    const struct ordo_profile_scope *s = &x->p->scopes[g->scope];
    struct ordo_run_scope *to = &x->t->scope[g->scope];
    double plain = (double)g->executions, all;
    to->gate = g;
    if (s->kind == ORDO_PROFILE_LOOP) {
        all = plain + (double)s->calls;
        to->executions = to->calls = all;
        to->iterations = (double)g->iterations + (double)s->iterations;
        to->calls_exact = to->iterations_exact = true;
        x->factor[g->scope] =
            s->iterations ? to->iterations / (double)s->iterations : ratio(all, (double)s->calls);
        return;
    }
    double units = (double)s->units;
    to->executions = all = plain + units;
    x->factor[g->scope] = ratio(all, units);
    to->calls_exact = !s->calls || s->units == s->calls;
    to->calls = units > 0 ? (double)s->calls * x->factor[g->scope] : all;
}

/* A routine that is recorded within a recursion that another one began, and not as its beginning:
 * there are as many of these activations as of its callers. */
static bool is_met_within_only(const struct scaling *x, uint32_t i) {
    const struct ordo_profile_scope *s = &x->p->scopes[i];
    return x->t->scope[i].gate && s->kind == ORDO_PROFILE_ROUTINE && s->calls && !s->units;
}

/* One round; how much the factors changed. */
static double follow_callers(struct scaling *x) {
    const struct ordo_profile *p = x->p;
    double change = 0;
    for (uint32_t i = 0; i < p->n_scopes; i++) x->sum[i] = x->count[i] = 0;
    for (uint64_t i = 0; i < p->n_edges; i++) {
        const struct ordo_edge *e = &p->edges[i];
        if (ordo_scope_is_none(e->caller) || e->caller.i == e->callee.i) continue;
        if (!(x->factor[e->caller.i] > 0)) continue;
        x->sum[e->callee.i] += (double)e->calls * x->factor[e->caller.i];
        x->count[e->callee.i] += (double)e->calls;
    }
    for (uint32_t i = 0; i < p->n_scopes; i++) {
        if ((x->t->scope[i].gate && !is_met_within_only(x, i)) || !(x->count[i] > 0)) continue;
        double now = x->sum[i] / x->count[i];
        change = fmax(change, fabs(now - x->factor[i]) / now);
        x->factor[i] = now;
    }
    return change;
}

static void scale(struct scaling *x, uint32_t i) {
    const struct ordo_profile_scope *s = &x->p->scopes[i];
    struct ordo_run_scope *to = &x->t->scope[i];
    bool recursion = s->kind == ORDO_PROFILE_RECURSION;
    double factor = x->factor[recursion ? s->routine.i : i];
    if (recursion) to->gate = x->t->scope[s->routine.i].gate;
    if (!(factor > 0)) factor = 1;
    to->recorded = s->calls;
    if (!to->gate || recursion) to->calls = (double)s->calls * factor;
    if (recursion) to->calls_exact = to->gate != NULL;
    if (!to->gate || recursion) to->executions = to->calls;
    if (is_met_within_only(x, i)) to->calls = to->executions + (double)s->calls * factor;
    if (!to->iterations_exact) to->iterations = (double)s->iterations * factor;
    to->cost_total = (double)s->cost_total * factor;
    to->cost_self = (double)s->cost_self * factor;
    to->cost_total =
        fmax(to->cost_total, to->cost_self); /* of samples given up the total is lost */
    if (!to->gate || !s->calls || to->calls > (double)s->calls) return;
    to->has_interval = true;
    to->total = (struct ordo_estimate){
        .value = to->cost_total, .low = to->cost_total, .high = to->cost_total};
}

/* Loops that no sample met: inner ones first, for a loop stands in its parent's sum. */
static void complete_unmet(struct scaling *x) {
    const struct ordo_profile *p = x->p;
    bool changed = true;
    for (int round = 0; changed && round < ROUNDS; round++) {
        changed = false;
        for (uint32_t i = 0; i < p->n_scopes; i++) x->sum[i] = 0;
        for (uint32_t i = 0; i < p->n_scopes; i++)
            if (p->scopes[i].kind == ORDO_PROFILE_LOOP && !ordo_scope_is_none(p->scopes[i].parent))
                x->sum[p->scopes[i].parent.i] += x->t->scope[i].cost_total;
        for (uint32_t i = 0; i < p->n_scopes; i++) {
            struct ordo_run_scope *to = &x->t->scope[i];
            if (!to->gate || to->recorded || p->scopes[i].kind != ORDO_PROFILE_LOOP) continue;
            double total = to->iterations + x->sum[i];
            changed |= total != to->cost_total;
            to->cost_self = to->iterations;
            to->cost_total = total;
        }
    }
}

static void scale_all(struct scaling *x) {
    const struct ordo_profile *p = x->p;
    for (uint32_t i = 0; i < p->n_gated; i++) scale_gated(x, &p->gated[i]);
    for (int round = 0; round < ROUNDS && follow_callers(x) > 1e-6; round++) {
    }
    for (uint32_t i = 0; i < p->n_scopes; i++) scale(x, i);
    complete_unmet(x);
    for (uint32_t i = 0; i < p->n_scopes; i++)
        if (p->scopes[i].kind != ORDO_PROFILE_RECURSION) x->t->cost += x->t->scope[i].cost_self;
}

bool ordo_run_totals_new(const struct ordo_profile *p, struct ordo_run_totals **out) {
    struct ordo_run_totals *t = calloc(1, sizeof *t);
    size_t n = (size_t)p->n_scopes + 1;
    struct scaling x = {.p = p,
                        .t = t,
                        .factor = calloc(n, sizeof *x.factor),
                        .sum = calloc(n, sizeof *x.sum),
                        .count = calloc(n, sizeof *x.count)};
    if (t) t->scope = calloc(n, sizeof *t->scope);
    bool ok = t && t->scope && x.factor && x.sum && x.count;
    if (ok) scale_all(&x);
    free(x.factor);
    free(x.sum);
    free(x.count);
    if (ok && ordo_run_growth_find(p, t)) {
        *out = t;
        return true;
    }
    ordo_run_totals_free(t);
    return false;
}

void ordo_run_totals_free(struct ordo_run_totals *t) {
    if (!t) return;
    free(t->scope);
    free(t->moments);
    free(t);
}

static uint64_t whole(double x) {
    return x < 9e18 ? (uint64_t)llround(x) : (uint64_t)9e18;
}

void ordo_run_totals_apply(const struct ordo_run_totals *t, struct ordo_profile *p) {
    for (uint32_t i = 0; i < p->n_scopes; i++) {
        const struct ordo_run_scope *x = &t->scope[i];
        struct ordo_profile_scope *s = &p->scopes[i];
        s->calls = whole(x->calls);
        s->iterations = whole(x->iterations);
        s->cost_total = whole(x->cost_total);
        s->cost_self = whole(x->cost_self);
    }
    p->total_cost = whole(t->cost);
}
