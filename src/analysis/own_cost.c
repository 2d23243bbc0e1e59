/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * own_cost.c: distributes own costs over scopes and sizes.
 *
 * Points have their own cost by size. Costs of library calls are known by size only for rms (the
 * profile's table of children). For other sizes they are distributed in proportion to own cost or,
 * if that is 0 everywhere, to inclusive cost.
 */
#include "analysis/own_cost.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void ordo_own_costs_init(struct ordo_own_costs *o, const struct ordo_profile *p) {
    o->profile = p;
    o->total = ordo_memory_new((size_t)p->n_scopes + 1, sizeof *o->total);
    o->library = ordo_memory_new((size_t)p->n_scopes + 1, sizeof *o->library);
    o->taken_by = ordo_memory_new((size_t)p->n_scopes + 1, sizeof *o->taken_by);
    for (uint32_t i = 0; i < p->n_scopes; i++) o->taken_by[i] = UINT32_MAX;
    for (uint64_t i = 0; i < p->n_edges; i++) {
        const struct ordo_edge *e = &p->edges[i];
        if (ordo_scope_is_none(e->caller) || p->scopes[e->callee.i].kind != ORDO_PROFILE_LIBRARY ||
            p->scopes[e->callee.i].flags & ORDO_PROFILE_UNCOVERED)
            continue;
        o->library[e->caller.i] += (double)e->cost;
    }
    for (uint32_t i = 0; i < p->n_scopes; i++) {
        const struct ordo_profile_scope *s = &p->scopes[i];
        if (s->kind != ORDO_PROFILE_RECURSION || !s->has_self) continue;
        for (uint64_t k = 0; k < s->members.n; k++)
            o->taken_by[p->members[s->members.first + k].i] = i;
    }
    for (uint32_t i = 0; i < p->n_scopes; i++) {
        const struct ordo_profile_scope *s = &p->scopes[i];
        if (s->kind == ORDO_PROFILE_LIBRARY || s->kind == ORDO_PROFILE_RECURSION) continue;
        double own = (double)s->cost_self + o->library[i];
        o->total[o->taken_by[i] == UINT32_MAX ? i : o->taken_by[i]] += own;
    }
}

void ordo_own_costs_done(struct ordo_own_costs *o) {
    free(o->total);
    free(o->library);
    free(o->taken_by);
}

bool ordo_own_cost_has(const struct ordo_own_costs *o, uint32_t scope) {
    const struct ordo_profile_scope *s = &o->profile->scopes[scope];
    if (s->kind == ORDO_PROFILE_LIBRARY || o->taken_by[scope] != UINT32_MAX) return false;
    if (s->kind == ORDO_PROFILE_RECURSION) return s->has_self;
    return !(s->flags & (ORDO_PROFILE_FOLDED | ORDO_PROFILE_IRREDUCIBLE));
}

double ordo_own_cost_shown(const struct ordo_own_costs *o, uint32_t scope) {
    const struct ordo_profile_scope *s = &o->profile->scopes[scope];
    if (o->taken_by[scope] != UINT32_MAX) return (double)s->cost_self + o->library[scope];
    return ordo_own_cost_has(o, scope) ? o->total[scope] : NAN;
}

/* Adds the costs of the scope's children that are library routines, by rms. Returns their sum. */
static double add_library(const struct ordo_own_costs *o, uint32_t scope,
                          const struct ordo_series *series, double *out) {
    const struct ordo_profile *p = o->profile;
    struct ordo_span children = p->scopes[scope].children;
    double found = 0;
    uint32_t last = UINT32_MAX;
    uint64_t at = 0;
    for (uint64_t k = 0; k < children.n; k++) {
        const struct ordo_child *c = &p->children[children.first + k];
        if (p->scopes[c->child.i].kind != ORDO_PROFILE_LIBRARY) continue;
        if (c->child.i != last) at = 0;
        last = c->child.i;
        while (at < series->points.n && p->points[series->points.first + at].n < c->n) at++;
        if (at == series->points.n || p->points[series->points.first + at].n != c->n) continue;
        out[at] += (double)c->cost;
        found += (double)c->cost;
    }
    return found;
}

void ordo_own_cost_points(const struct ordo_own_costs *o, uint32_t scope,
                          const struct ordo_series *series, double *out) {
    const struct ordo_profile *p = o->profile;
    bool recursion = p->scopes[scope].kind == ORDO_PROFILE_RECURSION;
    double sum = 0, inclusive = 0;
    for (uint64_t i = 0; i < series->points.n; i++) {
        const struct ordo_point *x = &p->points[series->points.first + i];
        out[i] = recursion ? (double)x->sum : (double)x->self;
        sum += out[i];
        inclusive += (double)x->sum;
    }
    if (!recursion && strcmp(series->metric, "rms") == 0) sum += add_library(o, scope, series, out);
    if (sum > 0) {
        for (uint64_t i = 0; i < series->points.n; i++) out[i] *= o->total[scope] / sum;
    } else if (inclusive > 0) {
        for (uint64_t i = 0; i < series->points.n; i++)
            out[i] = (double)p->points[series->points.first + i].sum * o->total[scope] / inclusive;
    }
}
