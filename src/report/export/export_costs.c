/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * export_costs.c: computes one factor per scope. If a recursion counts the own cost of its members
 * (see analysis.c), the members and their loops grow as the recursion does.
 */
#include "report/export/export_costs.h"
#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

#define LARGEST ((double)INT64_MAX)

static double factor(double now, double later) {
    return now > 0 && isfinite(later) && later >= 0 ? later / now : 1;
}

static bool is_counted_elsewhere(const struct ordo_analysis *a, uint32_t scope) {
    enum ordo_profile_kind kind = a->profile->scopes[scope].kind;
    return !a->scope[scope].has_share &&
           (kind == ORDO_PROFILE_ROUTINE || kind == ORDO_PROFILE_LOOP);
}

static void predict(struct ordo_export_costs *c) {
    const struct ordo_analysis *a = c->request->analysis;
    const struct ordo_profile *p = c->request->profile;
    for (uint32_t i = 0; i < p->n_scopes; i++) {
        const struct ordo_scope_growth *g = &a->scope[i];
        if (g->has_share) c->own[i] = factor(g->own_now, g->own_at_10x);
        c->total[i] = factor((double)p->scopes[i].cost_total, g->predicted_total);
    }
    for (uint32_t i = 0; i < p->n_scopes; i++) {
        const struct ordo_profile_scope *s = &p->scopes[i];
        if (s->kind != ORDO_PROFILE_RECURSION || !a->scope[i].has_share) continue;
        for (uint64_t k = 0; k < s->members.n; k++) {
            uint32_t m = p->members[s->members.first + k].i;
            if (is_counted_elsewhere(a, m)) c->own[m] = c->own[i];
        }
    }
    for (uint32_t i = 0; i < p->n_scopes; i++) {
        const struct ordo_profile_scope *s = &p->scopes[i];
        if (s->kind == ORDO_PROFILE_LOOP && is_counted_elsewhere(a, i))
            c->own[i] = c->own[s->routine.i];
    }
}

void ordo_export_costs_init(struct ordo_export_costs *c, const struct ordo_export_request *r) {
    size_t n = (size_t)r->profile->n_scopes + 1;
    *c = (struct ordo_export_costs){r, ordo_memory_new(n, sizeof(double)),
                                    ordo_memory_new(n, sizeof(double))};
    for (size_t i = 0; i < n; i++) c->own[i] = c->total[i] = 1;
    if (r->predicted) predict(c);
}

void ordo_export_costs_done(struct ordo_export_costs *c) {
    free(c->own);
    free(c->total);
    *c = (struct ordo_export_costs){0};
}

static uint64_t scaled(uint64_t cost, double by) {
    if (by == 1) return cost > INT64_MAX ? INT64_MAX : cost;
    double v = round((double)cost * by);
    return v < LARGEST ? (uint64_t)v : INT64_MAX;
}

uint64_t ordo_export_own(const struct ordo_export_costs *c, uint32_t scope) {
    const struct ordo_profile_scope *s = &c->request->profile->scopes[scope];
    return s->kind == ORDO_PROFILE_RECURSION ? 0 : scaled(s->cost_self, c->own[scope]);
}

uint64_t ordo_export_context(const struct ordo_export_costs *c, uint32_t node) {
    const struct ordo_profile *p = c->request->profile;
    const struct ordo_context *x = &p->contexts[node];
    uint32_t owner = x->scope.i;
    if (p->scopes[owner].kind == ORDO_PROFILE_LIBRARY && x->parent != UINT32_MAX)
        owner = p->contexts[x->parent].scope.i;
    return scaled(x->self, c->own[owner]);
}

uint64_t ordo_export_edge(const struct ordo_export_costs *c, const struct ordo_edge *e) {
    const struct ordo_profile *p = c->request->profile;
    bool library = p->scopes[e->callee.i].kind == ORDO_PROFILE_LIBRARY;
    double by =
        library && !ordo_scope_is_none(e->caller) ? c->own[e->caller.i] : c->total[e->callee.i];
    return scaled(e->cost, by);
}
