/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * space_cost.c: the totals are taken from the points by rms, which every activation that allocated
 * has. Of a recursive routine they are those of its outermost activations.
 */
#include "analysis/space_cost.h"

#include <math.h>
#include <string.h>

/* Scopes around one another, of which the outer ones have their predictions raised. */
#define DEEPEST 64

static bool is_peak(const char *cost) {
    return strcmp(cost, "peak") == 0;
}

static uint64_t plus(uint64_t a, uint64_t b) {
    return a > UINT64_MAX - b ? UINT64_MAX : a + b;
}

/* Returns the total of the series' points; of peaks, the greatest one. */
static uint64_t total_of(const struct ordo_profile *p, const struct ordo_series *s) {
    uint64_t total = 0;
    for (uint64_t k = 0; k < s->points.n; k++) {
        const struct ordo_point *x = &p->points[s->points.first + k];
        if (!is_peak(s->cost))
            total = plus(total, x->sum);
        else if (x->max > total)
            total = x->max;
    }
    return total;
}

/* Sets the totals of scopes. Series are in the order of scopes and units, so that those of
 * outermost activations come last. */
static bool set_totals(struct ordo_profile *p, const char *cost) {
    bool any = false;
    for (uint32_t i = 0; i < p->n_series; i++) {
        const struct ordo_series *s = &p->series[i];
        if (strcmp(s->cost, cost) != 0) continue;
        any = true;
        if (strcmp(s->metric, "rms") == 0) p->scopes[s->scope.i].cost_total = total_of(p, s);
    }
    for (uint32_t i = 0; i < p->n_scopes; i++)
        if (p->scopes[i].kind == ORDO_PROFILE_RECURSION)
            p->scopes[i].cost_total = p->scopes[p->scopes[i].routine.i].cost_total;
    return any;
}

static void set_runs(struct ordo_profile *p, bool peak) {
    p->total_cost = 0;
    for (uint32_t i = 0; i < p->n_processes; i++) p->processes[i].cost = 0;
    for (uint32_t i = 0; i < p->n_runs; i++) {
        const struct ordo_run *r = &p->runs[i];
        uint64_t bytes = peak ? r->peak : r->allocated;
        if (r->processes.n) p->processes[r->processes.first].cost = bytes;
        if (!peak)
            p->total_cost = plus(p->total_cost, bytes);
        else if (bytes > p->total_cost)
            p->total_cost = bytes;
    }
    for (uint64_t i = 0; i < p->n_run_costs; i++) {
        struct ordo_run_cost *c = &p->run_costs[i];
        c->cost = peak ? c->peak : c->allocated;
        c->self = 0;
    }
}

/* Shares the total of each scope out among its callers, by the numbers of their calls. A peak is
 * that of one activation, which any caller may have had. Edges are in the order of callees. */
static void set_edges(struct ordo_profile *p, bool peak) {
    for (uint64_t first = 0, last; first < p->n_edges; first = last) {
        uint32_t callee = p->edges[first].callee.i;
        double calls = 0, total = (double)p->scopes[callee].cost_total;
        for (last = first; last < p->n_edges && p->edges[last].callee.i == callee; last++)
            calls += (double)p->edges[last].calls;
        for (uint64_t i = first; i < last; i++) {
            double part = peak || !(calls > 0) ? 1 : (double)p->edges[i].calls / calls;
            p->edges[i].cost = (uint64_t)fmin(total * part, 0x1p63);
        }
    }
}

static void drop_parts(struct ordo_profile *p) {
    for (uint32_t i = 0; i < p->n_contexts; i++) p->contexts[i].cost = p->contexts[i].self = 0;
    p->n_children = 0;
    p->n_observations = 0;
}

enum ordo_status ordo_space_cost_apply(struct ordo_profile *p, const char *cost,
                                       struct ordo_error *error) {
    bool peak = is_peak(cost);
    for (uint32_t i = 0; i < p->n_scopes; i++) {
        struct ordo_profile_scope *s = &p->scopes[i];
        s->cost_total = s->cost_self = s->unfinished_cost = s->unit_cost = 0;
        s->children.n = 0;
        s->has_self = false;
    }
    if (!set_totals(p, cost))
        return ordo_error_set(error, ORDO_BAD_INPUT,
                              "--space %s: no activation of this profile allocated memory, or it "
                              "was not measured (docs/measurement.md)",
                              cost);
    set_runs(p, peak);
    set_edges(p, peak);
    drop_parts(p);
    p->cost_metric = peak ? "peak" : "allocated";
    return ORDO_OK;
}

/* Raises predictions of scopes to those of scopes that only they call. */
static void raise_callers(struct ordo_analysis *a) {
    const struct ordo_profile *p = a->profile;
    bool changed = true;
    for (int round = 0; changed && round < DEEPEST; round++) {
        changed = false;
        for (uint32_t i = 0; i < p->n_scopes; i++) {
            const struct ordo_span *callers = &p->scopes[i].callers;
            struct ordo_scope_id caller = {ORDO_SCOPE_NONE_INDEX};
            if (callers->n == 1) caller = p->edges[callers->first].caller;
            if (ordo_scope_is_none(caller) || caller.i == i) continue;
            double least = a->scope[i].predicted_total;
            if (!(least > a->scope[caller.i].predicted_total)) continue;
            a->scope[caller.i].predicted_total = least;
            changed = true;
        }
    }
}

void ordo_space_cost_share(struct ordo_analysis *a) {
    const struct ordo_scope_id none = {ORDO_SCOPE_NONE_INDEX};
    uint32_t n = a->profile->n_scopes, whole = 0;
    raise_callers(a);
    for (uint32_t i = 0; i < n; i++)
        if (a->scope[i].predicted_total > a->scope[whole].predicted_total) whole = i;
    for (uint32_t i = 0; i < n && a->scope[whole].predicted_total > 0; i++) {
        struct ordo_scope_growth *g = &a->scope[i];
        g->has_share = true;
        g->cause = (struct ordo_cause){.kind = ORDO_CAUSE_NONE, .child = none, .root = none};
        g->share_at_10x = g->predicted_total / a->scope[whole].predicted_total;
        g->own_at_10x = i == whole ? g->predicted_total : 0;
        g->explosive =
            g->best != ORDO_SERIES_NONE && a->series[g->best].mean.growth == ORDO_GROWTH_EXP;
    }
}
