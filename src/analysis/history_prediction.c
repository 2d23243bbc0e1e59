/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "analysis/history_prediction.h"

#include "analysis/contexts_inside.h"
#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

/* Replaces in the totals of the scopes around a context what they were predicted to have of it,
 * by `at`; each scope of the path once. That is its part of their cost now, and at most `old`: a
 * scope of one size is predicted to cost what it does now. */
static void raise_around(struct ordo_analysis *a, uint32_t context, double old, double at) {
    const struct ordo_profile *p = a->profile;
    const struct ordo_context *contexts = p->contexts;
    double cost = (double)contexts[context].cost;
    for (uint32_t up = contexts[context].parent; up != UINT32_MAX; up = contexts[up].parent) {
        uint32_t scope = contexts[up].scope.i, below = contexts[context].parent;
        while (below != up && contexts[below].scope.i != scope) below = contexts[below].parent;
        if (below != up) continue;
        double *total = &a->scope[scope].predicted_total;
        double part = fmin(cost / fmax((double)p->scopes[scope].cost_total, cost), 1);
        *total += fmax(at - fmin(old, part * *total), 0);
    }
}

/* Returns what the scope cost in the contexts of it that are not below others of it. */
static double cost_of(const struct ordo_profile *p, uint32_t scope, const bool *inside) {
    double cost = 0;
    for (uint32_t i = 0; i < p->n_contexts; i++) {
        uint32_t up = p->contexts[i].parent;
        bool below = up != UINT32_MAX && inside[up];
        if (p->contexts[i].scope.i == scope && !below) cost += (double)p->contexts[i].cost;
    }
    return cost;
}

/* Returns the scope that has the context's own cost (own_cost.h). */
static uint32_t owner_of(const struct ordo_analysis *a, uint32_t context) {
    const struct ordo_profile *p = a->profile;
    uint32_t at = context, up;
    while (p->scopes[p->contexts[at].scope.i].kind == ORDO_PROFILE_LIBRARY &&
           (up = p->contexts[at].parent) != UINT32_MAX)
        at = up;
    uint32_t scope = p->contexts[at].scope.i, taken = a->own.taken_by[scope];
    return taken == UINT32_MAX ? scope : taken;
}

static void apply(struct ordo_analysis *a, const struct ordo_finding *f, bool *inside,
                  double *own_inside) {
    const struct ordo_profile *p = a->profile;
    ordo_contexts_inside(p, f->scope, inside);
    double old = a->scope[f->scope].predicted_total, cost = cost_of(p, f->scope, inside);
    if (!(old > 0) || !(cost > 0) || f->all_at <= old) return;
    for (uint32_t i = 0; i < p->n_scopes; i++) own_inside[i] = 0;
    for (uint32_t i = 0; i < p->n_contexts; i++) {
        const struct ordo_context *c = &p->contexts[i];
        if (!inside[i]) continue;
        own_inside[owner_of(a, i)] += (double)c->self;
        if (c->parent == UINT32_MAX || !inside[c->parent])
            raise_around(a, i, old * (double)c->cost / cost, f->all_at * (double)c->cost / cost);
    }
    for (uint32_t i = 0; i < p->n_scopes; i++) {
        struct ordo_scope_growth *g = &a->scope[i];
        double part = g->own_now > 0 ? own_inside[i] / g->own_now : 0;
        if (part > 1) part = 1;
        g->own_at_10x *= 1 - part + part * f->all_at / old;
    }
    a->scope[f->scope].predicted_total = f->all_at;
}

double ordo_history_prediction_least(const struct ordo_findings *findings, double factor) {
    for (uint32_t i = 0; i < findings->n; i++)
        if (findings->list[i].basis == ORDO_BASIS_RUN) return factor;
    return 0;
}

/* What no model predicts to grow faster grows in proportion to the calls. */
static void grow_in_proportion(struct ordo_analysis *a) {
    for (uint32_t i = 0; i < a->profile->n_scopes; i++) {
        struct ordo_scope_growth *g = &a->scope[i];
        double total = (double)a->profile->scopes[i].cost_total;
        g->own_at_10x = fmax(g->own_at_10x, a->factor * g->own_now);
        g->predicted_total = fmax(g->predicted_total, a->factor * total);
    }
}

bool ordo_history_prediction_apply(struct ordo_analysis *a) {
    const struct ordo_profile *p = a->profile;
    if (!(ordo_history_prediction_least(&a->findings, a->factor) > 0)) return false;
    grow_in_proportion(a);
    bool *inside = ordo_memory_new((size_t)p->n_contexts + 1, sizeof *inside);
    double *own = ordo_memory_new(p->n_scopes, sizeof *own);
    for (uint32_t i = 0; i < a->findings.n; i++)
        if (a->findings.list[i].basis == ORDO_BASIS_RUN)
            apply(a, &a->findings.list[i], inside, own);
    free(inside);
    free(own);
    return true;
}
