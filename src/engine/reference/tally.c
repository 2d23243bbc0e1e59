/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * tally.c: the counts of ended activations: points by size metric, totals, calls between scopes.
 * Invariant: an activation is counted once in each series of its scope.
 */
#include "engine.h"
#include "ref_memory.h"
#include <string.h>

static struct point_map *series_of(struct scope *scope, uint32_t metric, uint32_t unit) {
    for (size_t i = 0; i < scope->n_series; i++)
        if (scope->series[i].metric == metric && scope->series[i].unit == unit)
            return &scope->series[i].map;
    scope->series =
        oref_grow(scope->series, scope->n_series, &scope->series_capacity, sizeof *scope->series);
    struct series *s = &scope->series[scope->n_series++];
    *s = (struct series){.metric = metric, .unit = unit};
    return &s->map;
}

void oref_tally_edge(uint32_t caller, uint32_t callee, uint64_t cost, uint64_t self) {
    struct edge **slot = &oref.edges[(caller * 31 + callee) % 1024];
    while (*slot && ((*slot)->caller != caller || (*slot)->callee != callee)) slot = &(*slot)->next;
    if (!*slot) {
        *slot = oref_alloc(sizeof **slot);
        **slot = (struct edge){.caller = caller, .callee = callee};
    }
    (*slot)->calls++;
    (*slot)->cost += cost;
    (*slot)->self += self;
}

static int enclosed_by_itself(const struct strand *s, size_t index) {
    for (size_t i = 1; i < index; i++)
        if (s->frames[i].scope == s->frames[index].scope) return 1;
    return 0;
}

static void tally_sizes(struct scope *scope, const struct ordo_frame *f, const struct activation *a,
                        uint32_t unit, uint64_t cost, uint64_t self) {
    oref_point_map_tally(series_of(scope, ORDO_METRIC_RMS, unit), a->rms, cost, self);
    if (oref.drms)
        oref_point_map_tally(series_of(scope, ORDO_METRIC_DRMS, unit), a->drms, cost, self);
    oref_point_map_tally(series_of(scope, ORDO_METRIC_INPUT, unit), a->input, cost, self);
    if (a->in_group)
        oref_point_map_tally(series_of(scope, ORDO_METRIC_DEPTH, unit), a->depth, cost, self);
    for (uint32_t i = 0; i < f->scope->n_args; i++)
        if (f->args[i] >= 0)
            oref_point_map_tally(series_of(scope, ORDO_METRIC_ARG + i, unit), (uint64_t)f->args[i],
                                 cost, self);
        else if (unit == 0)
            scope->total.negative_args++;
}

void oref_tally_activation(struct strand *s, size_t index, int at_exit) {
    struct ordo_frame *f = &s->frames[index];
    struct activation *a = &s->open[index];
    uint64_t cost = s->hot.cost - f->cost_entry, self = cost - f->cost_below;
    s->frames[index - 1].cost_below += cost;
    s->open[index - 1].input += a->input;
    if (a->inherited) return;
    struct scope *scope = &oref.scopes[f->scope->id - 1];
    scope->total.calls++;
    scope->total.iterations += f->iterations;
    scope->total.self += self;
    scope->total.at_exit += (uint64_t)at_exit;
    if (!enclosed_by_itself(s, index)) scope->total.cost += cost;
    if (a->depth) scope->total.recurred = 1;
    tally_sizes(scope, f, a, 0, cost, self);
    if (a->in_group && a->outer) {
        scope->outer_calls++;
        tally_sizes(scope, f, a, 1, cost, self);
    }
    oref_tally_edge(s->frames[index - 1].scope->id, f->scope->id, cost, self);
}

void oref_tally_reset(void) {
    for (size_t i = 0; i < oref.n_scopes; i++) {
        struct scope *scope = &oref.scopes[i];
        for (size_t k = 0; k < scope->n_series; k++) oref_point_map_done(&scope->series[k].map);
        scope->n_series = 0;
        scope->total = (struct ordo_raw_total){0};
        scope->outer_calls = 0;
    }
    for (size_t i = 0; i < 1024; i++)
        while (oref.edges[i]) {
            struct edge *e = oref.edges[i];
            oref.edges[i] = e->next;
            oref_free(e, sizeof *e);
        }
}
