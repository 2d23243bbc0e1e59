/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * run_prediction.c: costs move up the calls round by round. Chains of calls that are longer than
 * ROUNDS keep what was measured at their upper end; cycles need no special care.
 */
#include "analysis/run_prediction.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

#define ROUNDS 32

static bool follows_its_size(const struct ordo_analysis *a, uint32_t i) {
    uint32_t best = a->scope[i].best;
    if (a->scope[i].pair || a->scope[i].callers) return true;
    return best != ORDO_SERIES_NONE && a->series[best].mean.growth != ORDO_GROWTH_NONE;
}

static double measured(const struct ordo_profile *p, uint32_t i) {
    return (double)p->scopes[i].cost_total + (double)p->scopes[i].unfinished_cost;
}

/* Returns the part of the callee's predicted cost that this caller causes. */
static double part_of(const struct ordo_profile *p, const struct ordo_edge *e,
                      const double *predicted) {
    double whole = measured(p, e->callee.i);
    if (!(whole > 0)) return (double)e->cost;
    return predicted[e->callee.i] * fmin((double)e->cost / whole, 1);
}

double ordo_run_prediction(const struct ordo_analysis *a) {
    const struct ordo_profile *p = a->profile;
    double *now = ordo_memory_new(p->n_scopes, sizeof *now);
    double *next = ordo_memory_new(p->n_scopes, sizeof *next);
    double sum = 0;
    for (uint32_t i = 0; i < p->n_scopes; i++)
        now[i] = follows_its_size(a, i) ? a->scope[i].predicted_total : measured(p, i);
    for (int round = 0; round < ROUNDS; round++) {
        for (uint32_t i = 0; i < p->n_scopes; i++)
            next[i] = follows_its_size(a, i) ? now[i] : (double)p->scopes[i].cost_self;
        for (uint64_t k = 0; k < p->n_edges; k++) {
            const struct ordo_edge *e = &p->edges[k];
            if (ordo_scope_is_none(e->caller) || e->caller.i == e->callee.i) continue;
            if (!follows_its_size(a, e->caller.i)) next[e->caller.i] += part_of(p, e, now);
        }
        for (uint32_t i = 0; i < p->n_scopes; i++) {
            /* Calls within a cycle are counted again and again. */
            double most = 1e3 * a->factor * a->factor * fmax(measured(p, i), 1);
            now[i] = fmin(next[i], most);
        }
    }
    for (uint64_t k = 0; k < p->n_edges; k++)
        if (ordo_scope_is_none(p->edges[k].caller)) sum += part_of(p, &p->edges[k], now);
    free(now);
    free(next);
    return sum;
}
