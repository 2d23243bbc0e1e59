/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * cause.c: splits a scope's cost into parts and finds the part that causes its growth.
 *
 * At each rms size, a scope's cost is the sum of its own cost and the cost of each direct child
 * (the profile's table of children). Each part is fitted separately as a function of the scope's
 * size, so that a quadratic part is found beside a linear part of any weight. The part with the
 * greatest predicted cost at ten times the largest size is the cause, whatever the factor of the
 * prediction: that only decides which share the cause is said to have. The cost of a scope directly
 * inside itself (an interpreter's loop) counts as its own cost: no child explains it.
 *
 * A part's class is limited in two ways. It is not above the fastest class that the part grows at
 * least as fast as with probability SURE. If the part has most of the cost of large activations,
 * part and scope are nearly the same numbers, so its class is also not above the fastest class
 * that the whole scope grows at least as fast as with probability POSSIBLE.
 *
 * The root of a growth is found by following causes down to children, as long as a child's cost,
 * as a function of its own size, grows at least with the degree of the part. The growth then
 * originates in the child.
 */
#include "analysis/cause.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static uint32_t rms_of(const struct ordo_analysis *a, const struct ordo_profile_scope *s) {
    for (uint64_t k = 0; k < s->series.n; k++) {
        const struct ordo_series *x = &a->profile->series[s->series.first + k];
        if (strcmp(x->metric, "rms") == 0 && strcmp(x->cost, a->profile->cost_metric) == 0)
            return (uint32_t)(s->series.first + k);
    }
    return ORDO_SERIES_NONE;
}

static const double SURE = 0.75, POSSIBLE = 0.1; /* probabilities of growing at least that fast */
static const double MOST = 0.5, LARGE = 0.25;    /* share of the cost; share of the largest size */

struct parts {
    const struct ordo_profile *p;
    const struct ordo_model *whole;
    enum ordo_cost_unit unit;
    const struct ordo_series *series;
    struct ordo_model_point *points; /* points of one part */
    double *own;                     /* own cost by point */
    double factor;                   /* of the largest size, for the cause's share */
    double best;                     /* predicted cost of the best part so far, at ten times it */
    double best_at, total_at;        /* of that part and of all parts, at the factor */
    struct ordo_cause *cause;
};

/* Returns the fastest class such that the cost grows at least that fast with the given
 * probability, among the cases in which a class is known. */
static enum ordo_growth at_least_as_fast(const struct ordo_model *m, double probability) {
    double sum = 0;
    if (m->growth == ORDO_GROWTH_NONE) return m->growth;
    for (int g = ORDO_GROWTH_NONE; g-- > ORDO_GROWTH_1;) {
        sum += m->posterior[g];
        if (sum >= probability * (1 - m->posterior[ORDO_GROWTH_NONE])) return (enum ordo_growth)g;
    }
    return ORDO_GROWTH_1;
}

/* Returns whether the part has most of the cost of large activations. */
static bool has_most(const struct parts *x) {
    double part = 0, whole = 0, largest = x->points[x->series->points.n - 1].n;
    for (uint64_t i = 0; i < x->series->points.n; i++) {
        if (x->points[i].n < LARGE * largest) continue;
        part += x->points[i].sum;
        whole += (double)x->p->points[x->series->points.first + i].sum;
    }
    return part >= MOST * whole;
}

static enum ordo_growth claimed(const struct parts *x, const struct ordo_model *m) {
    enum ordo_growth sure = at_least_as_fast(m, SURE);
    enum ordo_growth growth = sure < m->growth ? sure : m->growth;
    if (growth == ORDO_GROWTH_NONE || x->whole->growth == ORDO_GROWTH_NONE || !has_most(x))
        return growth;
    enum ordo_growth most = at_least_as_fast(x->whole, POSSIBLE);
    return growth < most ? growth : most;
}

static void fit_part(struct parts *x, enum ordo_cause_kind kind, uint32_t child) {
    struct ordo_model m;
    double sum = 0, whole = 0;
    for (uint64_t i = 0; i < x->series->points.n; i++) {
        sum += x->points[i].sum;
        whole += (double)x->p->points[x->series->points.first + i].sum;
    }
    if (!(sum > 1e-4 * whole)) return;
    ordo_model_fit(x->points, x->series->points.n, x->unit, &m);
    const struct ordo_model_point *last = &x->points[x->series->points.n - 1];
    double far = last->sum / last->count, at = far;
    if (m.has_prediction) {
        far = m.predicted;
        at = ordo_model_value(&m, ordo_model_size_at(&m, x->factor));
    }
    x->total_at += at;
    if (!(far > x->best)) return;
    x->best = far;
    x->best_at = at;
    *x->cause = (struct ordo_cause){.kind = kind, .child = {child}, .growth = claimed(x, &m)};
}

static void start_part(struct parts *x) {
    for (uint64_t i = 0; i < x->series->points.n; i++) {
        const struct ordo_point *q = &x->p->points[x->series->points.first + i];
        double n = x->series->bucketed && q->sum_n != UINT64_MAX
                       ? (double)q->sum_n / (double)q->count
                       : (double)q->n;
        x->points[i] = (struct ordo_model_point){n, (double)q->count, NAN, NAN, 0, NAN};
    }
}

static void split(struct parts *x, uint32_t scope) {
    const struct ordo_profile *p = x->p;
    const struct ordo_profile_scope *s = &p->scopes[scope];
    uint64_t n = x->series->points.n, end = s->children.first + s->children.n;
    for (uint64_t i = 0; i < n; i++)
        x->own[i] = (double)p->points[x->series->points.first + i].self;
    for (uint64_t first = s->children.first, last; first < end; first = last) {
        uint32_t child = p->children[first].child.i;
        uint64_t at = 0;
        bool own = child == scope || p->scopes[child].kind == ORDO_PROFILE_LIBRARY;
        start_part(x);
        for (last = first; last < end && p->children[last].child.i == child; last++) {
            const struct ordo_child *c = &p->children[last];
            while (at < n && p->points[x->series->points.first + at].n < c->n) at++;
            if (at == n || p->points[x->series->points.first + at].n != c->n) continue;
            x->points[at].sum += (double)c->cost;
            if (own) x->own[at] += (double)c->cost;
        }
        if (!own) fit_part(x, ORDO_CAUSE_CHILD, child);
    }
    start_part(x);
    for (uint64_t i = 0; i < n; i++) x->points[i].sum = x->own[i];
    fit_part(x, ORDO_CAUSE_OWN, 0);
}

void ordo_cause_find(struct ordo_analysis *a, uint32_t i) {
    const struct ordo_profile *p = a->profile;
    const struct ordo_profile_scope *s = &p->scopes[i];
    struct ordo_scope_growth *g = &a->scope[i];
    uint32_t rms = rms_of(a, s);
    g->cause = (struct ordo_cause){.kind = ORDO_CAUSE_NONE, .root = {ORDO_SCOPE_NONE_INDEX}};
    if (g->best == ORDO_SERIES_NONE) return;
    const struct ordo_model *m = &a->series[g->best].mean;
    if (m->growth == ORDO_GROWTH_1 || m->growth == ORDO_GROWTH_NONE) return;
    bool alone = !s->children.n || s->kind == ORDO_PROFILE_RECURSION;
    /* costs of children are known only by rms */
    if (alone || rms == ORDO_SERIES_NONE || a->series[rms].mean.growth <= ORDO_GROWTH_1 ||
        a->series[rms].mean.growth == ORDO_GROWTH_NONE) {
        g->cause.kind = alone ? ORDO_CAUSE_OWN : ORDO_CAUSE_NONE;
        g->cause.growth = m->growth;
        g->cause.share = alone;
        return;
    }
    struct parts x = {.p = p,
                      .whole = &a->series[rms].mean,
                      .unit = a->unit,
                      .factor = a->factor,
                      .series = &p->series[rms],
                      .cause = &g->cause};
    x.points = ordo_memory_new(x.series->points.n + 1, sizeof *x.points);
    x.own = ordo_memory_new(x.series->points.n + 1, sizeof *x.own);
    split(&x, i);
    if (x.total_at > 0) g->cause.share = x.best_at / x.total_at;
    free(x.points);
    free(x.own);
    g->cause.root = (struct ordo_scope_id){ORDO_SCOPE_NONE_INDEX};
}

static void find_root(struct ordo_analysis *a, uint32_t i) {
    struct ordo_cause *c = &a->scope[i].cause;
    uint32_t at = i;
    if (c->kind == ORDO_CAUSE_NONE) return;
    for (uint32_t step = 0; step < a->profile->n_scopes; step++) {
        const struct ordo_cause *here = &a->scope[at].cause;
        if (here->kind != ORDO_CAUSE_CHILD) break;
        const struct ordo_cause *below = &a->scope[here->child.i].cause;
        if (below->kind == ORDO_CAUSE_NONE ||
            ordo_growth_degree(below->growth) < ordo_growth_degree(here->growth))
            break;
        at = here->child.i;
    }
    c->root = (struct ordo_scope_id){at};
}

void ordo_cause_find_roots(struct ordo_analysis *a) {
    for (uint32_t i = 0; i < a->profile->n_scopes; i++) find_root(a, i);
}
