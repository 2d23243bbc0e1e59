/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * scope_callers.c: divides the calls by caller, and compares the errors of left-out calls: of one
 * function of all calls, and of a function by caller.
 */
#include "analysis/scope_callers.h"

#include "base/memory.h"
#include "model/fit/one_size.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MUCH_BETTER 2.5 /* least ratio of the errors (two_sizes.c) */
#define MOST_ERROR 0.25
#define ERROR_FLOOR 0.01
#define LEAST_GAIN 12.0 /* nats */
#define NEARLY_ALL 0.75 /* part of the scope's cost that callers with a function have */
enum { LEAST_CALLS = 8 };

struct group {
    double *size, *cost;
    size_t n;
};

static void group_init(struct group *g, const struct ordo_scope_calls *c, uint32_t caller,
                       unsigned size) {
    g->n = 0;
    g->size = ordo_memory_new(c->n, sizeof *g->size);
    g->cost = ordo_memory_new(c->n, sizeof *g->cost);
    for (size_t i = 0; i < c->n; i++) {
        if (c->from[i] != caller || !(c->call[i].size[size] > 0) || !(c->call[i].cost > 0))
            continue;
        g->size[g->n] = c->call[i].size[size];
        g->cost[g->n++] = c->call[i].cost;
    }
}

static void group_done(struct group *g) {
    free(g->size);
    free(g->cost);
}

static void fit_group(const struct group *g, enum ordo_cost_unit unit, double factor,
                      struct ordo_model *out) {
    struct ordo_model_point *points = ordo_memory_new(g->n + 1, sizeof *points);
    for (size_t i = 0; i < g->n; i++)
        points[i] = (struct ordo_model_point){g->size[i], 1,          g->cost[i],
                                              g->cost[i], g->cost[i], g->cost[i] * g->cost[i]};
    ordo_model_fit_as(points, g->n, unit, ORDO_POINTS_ALL, factor, out);
    free(points);
}

static int by_cost(const void *a, const void *b) {
    const struct ordo_population *x = a, *y = b;
    if (x->share != y->share) return x->share > y->share ? -1 : 1;
    return (x->caller > y->caller) - (x->caller < y->caller);
}

/* Returns whether all populations have classes, and not all the same. */
static bool differ(const struct ordo_scope_callers *x) {
    bool differ = false;
    for (uint32_t k = 0; k < x->n_populations; k++) {
        if (x->population[k].mean.growth == ORDO_GROWTH_NONE) return false;
        if (ordo_growth_degree(x->population[k].mean.growth) !=
            ordo_growth_degree(x->population[0].mean.growth))
            differ = true;
    }
    return differ;
}

/* Divides the calls by caller, for one size. Returns false if that explains them not much better
 * than one function does. */
static bool divide(const struct ordo_scope_calls *c, unsigned size, double alone, double whole_cost,
                   struct ordo_scope_callers *out) {
    double squares = 0, calls = 0, covered = 0;
    *out = (struct ordo_scope_callers){.together = alone};
    for (uint32_t k = 0; k < c->n_callers; k++) {
        struct group g;
        group_init(&g, c, k, size);
        if (g.n >= LEAST_CALLS && out->n_populations < ORDO_POPULATIONS) {
            struct ordo_population *p = &out->population[out->n_populations];
            double error = ordo_one_size_error(g.size, g.cost, g.n);
            *p = (struct ordo_population){.caller = c->callers[k].scope,
                                          .calls = g.n,
                                          .share = fmin(c->callers[k].cost / whole_cost, 1)};
            squares += (double)g.n * error * error;
            calls += (double)g.n;
            covered += p->share;
            out->n_populations++;
        }
        group_done(&g);
    }
    if (out->n_populations < 2 || covered < NEARLY_ALL) return false;
    out->error = sqrt(squares / calls);
    if (out->error > MOST_ERROR || alone < MUCH_BETTER * out->error) return false;
    return calls * log(alone / fmax(out->error, ERROR_FLOOR)) >= LEAST_GAIN;
}

static void fit_populations(const struct ordo_scope_calls *c, unsigned size,
                            enum ordo_cost_unit unit, double factor,
                            struct ordo_scope_callers *out) {
    for (uint32_t k = 0; k < c->n_callers; k++)
        for (uint32_t i = 0; i < out->n_populations; i++) {
            struct group g;
            if (out->population[i].caller != c->callers[k].scope) continue;
            group_init(&g, c, k, size);
            fit_group(&g, unit, factor, &out->population[i].mean);
            group_done(&g);
        }
}

/* Returns how many times as much all populations cost at `factor` times the sizes. */
static double more_of(const struct ordo_scope_callers *x, double factor) {
    double now = 0, then = 0;
    for (uint32_t k = 0; k < x->n_populations; k++) {
        const struct ordo_model *m = &x->population[k].mean;
        double at = ordo_model_size_at(m, factor);
        double before = ordo_model_value(m, m->n_max), after = ordo_model_value(m, at);
        double times = m->growth == ORDO_GROWTH_1 || !(after > before) ? 1 : after / before;
        now += x->population[k].share;
        then += x->population[k].share * times;
    }
    return now > 0 ? then / now : 1;
}

bool ordo_scope_callers_find(const struct ordo_scope_calls *c, enum ordo_cost_unit unit,
                             double alone, double whole_cost, double factor,
                             struct ordo_scope_callers *out) {
    bool found = false;
    double best = INFINITY;
    unsigned size = 0;
    if (c->n_callers < 2 || !(whole_cost > 0)) return false;
    for (unsigned k = 0; k < c->sizes; k++) {
        struct ordo_scope_callers x;
        if (!divide(c, k, alone, whole_cost, &x)) continue;
        double error = fmax(x.error, ERROR_FLOOR) * pow(1.1, c->preference[k]);
        if (error >= best) continue;
        fit_populations(c, k, unit, factor, &x);
        if (!differ(&x)) continue;
        found = true;
        best = error;
        size = k;
        *out = x;
    }
    if (!found) return false;
    memcpy(out->n, c->name[size], sizeof out->n);
    qsort(out->population, out->n_populations, sizeof *out->population, by_cost);
    out->more = more_of(out, factor);
    return true;
}
