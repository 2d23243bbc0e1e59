/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * gather.c: the accumulators of a gather.
 *
 * Scopes, series and objects are interned by a key made of their identity; the handle is the key's
 * number. Points and children are appended, and compacted when their number has doubled since the
 * last compaction. This costs amortised O(log n) per item, and memory is at most twice what is
 * kept.
 */
#include "profile/gather/gather.h"

#include "base/memory.h"
#include "base/text.h"
#include "profile/gather/gather_state.h"
#include "profile/gather/point_set.h"

#include <stdlib.h>
#include <string.h>

#define COMPACT_POINTS 8192
#define COMPACT_CHILDREN 65536

#define ROOM ORDO_GATHER_ROOM

struct ordo_gather *ordo_gather_new(void) {
    return ordo_memory_new(1, sizeof(struct ordo_gather));
}

void ordo_gather_free(struct ordo_gather *g) {
    if (!g) return;
    for (size_t i = 0; i < g->n_series; i++) free(g->series[i].points);
    for (size_t i = 0; i < g->n_runs; i++) {
        free(g->runs[i].features);
        free(g->runs[i].processes);
        free(g->runs[i].costs);
    }
    ordo_text_done(&g->key);
    ordo_intern_done(&g->strings);
    ordo_intern_done(&g->identities);
    ordo_intern_done(&g->series_keys);
    ordo_intern_done(&g->object_keys);
    ordo_map_done(&g->ids);
    ordo_map_done(&g->edge_index);
    ordo_map_done(&g->context_index);
    free(g->scopes);
    free(g->series);
    free(g->edges);
    free(g->children);
    free(g->contexts);
    free(g->steps);
    ordo_intern_done(&g->type_keys);
    free(g->types);
    free(g->advances);
    free(g->invocations);
    free(g->inputs);
    free(g->facts);
    free(g->observations);
    free(g->choices);
    ordo_map_done(&g->gated_index);
    free(g->gated);
    free(g->samples);
    free(g->objects);
    free(g->lines);
    free(g->blocks);
    free(g->inlined);
    free(g->runs);
    free(g);
}

/* Returns the smaller string; a string that is not empty is smaller than an empty one. */
static const char *smaller(const char *a, const char *b) {
    if (!*a || !*b) return *a ? a : b;
    return strcmp(a, b) <= 0 ? a : b;
}

void ordo_gather_count(struct ordo_gather *g, uint32_t scope,
                       const struct ordo_profile_scope *counters) {
    struct ordo_profile_scope *to = &g->scopes[scope];
    to->calls = ordo_count_add(to->calls, counters->calls);
    to->iterations = ordo_count_add(to->iterations, counters->iterations);
    to->cost_total = ordo_count_add(to->cost_total, counters->cost_total);
    to->cost_self = ordo_count_add(to->cost_self, counters->cost_self);
    to->unfinished = ordo_count_add(to->unfinished, counters->unfinished);
    to->unfinished_cost = ordo_count_add(to->unfinished_cost, counters->unfinished_cost);
    to->at_exit = ordo_count_add(to->at_exit, counters->at_exit);
    to->units = ordo_count_add(to->units, counters->units);
    to->unit_cost = ordo_count_add(to->unit_cost, counters->unit_cost);
    to->negative_args = ordo_count_add(to->negative_args, counters->negative_args);
}

void ordo_gather_flag(struct ordo_gather *g, uint32_t scope, uint32_t flag) {
    g->scopes[scope].flags |= flag;
}

static void scope_add(struct ordo_gather *g, uint32_t scope, const struct ordo_profile_scope *s) {
    struct ordo_profile_scope *to = &g->scopes[scope];
    uint32_t folded = to->flags & s->flags & ORDO_PROFILE_FOLDED;
    to->flags = ((to->flags | s->flags) & ~(uint32_t)ORDO_PROFILE_FOLDED) | folded;
    to->name = smaller(to->name, ordo_gather_keep(g, s->name));
    to->object = smaller(to->object, ordo_gather_keep(g, s->object));
    ordo_gather_count(g, scope, s);
}

/* Appends the key of an identity. The key's hash is the scope's id, so its form is part of the
 * file format. */
static void identity_key(struct ordo_text *t, const struct ordo_profile_scope *s) {
    static const char separator = '\0';
    ordo_text_add(t, ordo_profile_kind_name(s->kind));
    ordo_text_add_bytes(t, &separator, 1);
    ordo_text_add(t, s->linkage_name);
    ordo_text_add_bytes(t, &separator, 1);
    ordo_text_add(t, s->file);
    ordo_text_add_bytes(t, &separator, 1);
    ordo_text_add_number(t, s->line);
    ordo_text_add(t, ":");
    ordo_text_add_number(t, s->column);
    ordo_text_add(t, ":");
    ordo_text_add_number(t, s->ordinal);
}

uint32_t ordo_gather_scope(struct ordo_gather *g, const struct ordo_profile_scope *s) {
    identity_key(&g->key, s);
    uint32_t h = ordo_gather_key(g, &g->identities);
    if (h < g->n_scopes) {
        scope_add(g, h, s);
        return h;
    }
    ROOM(g, scopes, n_scopes);
    struct ordo_profile_scope *n = &g->scopes[g->n_scopes++];
    *n = (struct ordo_profile_scope){
        .id = g->identities.items[h].hash,
        .kind = s->kind,
        .flags = s->flags & ORDO_PROFILE_FOLDED,
        .name = "",
        .object = "",
        .linkage_name = ordo_gather_keep(g, s->linkage_name),
        .file = ordo_gather_keep(g, s->file),
        .line = s->line,
        .column = s->column,
        .ordinal = s->ordinal,
        .routine = {s->kind == ORDO_PROFILE_LOOP ? ORDO_GATHER_NONE : h},
        .parent = {ORDO_GATHER_NONE},
        .has_self = true,
    };
    scope_add(g, h, s);
    uint32_t other;
    if (ordo_map_find(&g->ids, n->id, &other)) {
        if (g->failure.status == ORDO_OK)
            ordo_error_set(&g->failure, ORDO_BAD_INPUT,
                           "scopes %s (%s:%u) and %s (%s:%u) have the same id %016llx: rename one",
                           g->scopes[other].name, g->scopes[other].file, g->scopes[other].line,
                           n->name, n->file, n->line, (unsigned long long)n->id);
    } else {
        ordo_map_put(&g->ids, n->id, h);
    }
    return h;
}

static uint32_t earlier(const struct ordo_gather *g, uint32_t a, uint32_t b) {
    if (a == ORDO_GATHER_NONE || b == ORDO_GATHER_NONE) return a == ORDO_GATHER_NONE ? b : a;
    return ordo_gather_compare_scopes(&g->scopes[a], &g->scopes[b]) <= 0 ? a : b;
}

void ordo_gather_enclose(struct ordo_gather *g, uint32_t scope, uint32_t routine, uint32_t parent) {
    struct ordo_profile_scope *s = &g->scopes[scope];
    if (s->kind != ORDO_PROFILE_LOOP) return;
    s->routine.i = earlier(g, s->routine.i, routine);
    s->parent.i = earlier(g, s->parent.i, parent);
}

uint32_t ordo_gather_series(struct ordo_gather *g, uint32_t scope, const char *metric,
                            const char *cost, uint32_t unit, bool bucketed) {
    ordo_text_print(&g->key, "%u %u %s %s", scope, unit, cost, metric);
    uint32_t h = ordo_gather_key(g, &g->series_keys);
    if (h == g->n_series) {
        ROOM(g, series, n_series);
        g->series[g->n_series++] = (struct gather_series){.scope = scope,
                                                          .unit = unit,
                                                          .metric = ordo_gather_keep(g, metric),
                                                          .cost = ordo_gather_keep(g, cost)};
    }
    g->series[h].bucketed |= bucketed;
    return h;
}

void ordo_gather_point(struct ordo_gather *g, uint32_t series, const struct ordo_point *p) {
    struct gather_series *s = &g->series[series];
    if (s->n >= COMPACT_POINTS && s->n >= 2 * s->tidy)
        s->n = s->tidy = ordo_point_set_tidy(s->points, s->n, s->bucketed);
    s->points = ordo_gather_room(s->points, &s->capacity, s->n, sizeof *p);
    s->points[s->n++] = *p;
}

void ordo_gather_without_input(struct ordo_gather *g, uint32_t scope, const char *cost,
                               uint32_t unit, const struct ordo_point *p) {
    struct ordo_point none = *p;
    none.n = none.sum_n = 0;
    ordo_gather_point(g, ordo_gather_series(g, scope, "input", cost, unit, false), &none);
}

void ordo_gather_lacks_input(struct ordo_gather *g) {
    g->lacks_input = true;
}

void ordo_gather_edge(struct ordo_gather *g, uint32_t caller, uint32_t callee, uint64_t calls,
                      uint64_t cost) {
    uint64_t key = (uint64_t)caller << 32 | callee;
    uint32_t i;
    if (!ordo_map_find(&g->edge_index, key, &i)) {
        i = (uint32_t)g->n_edges;
        ROOM(g, edges, n_edges);
        ordo_map_put(&g->edge_index, key, i);
        g->edges[g->n_edges++] = (struct ordo_edge){.callee = {callee}, .caller = {caller}};
    }
    g->edges[i].calls = ordo_count_add(g->edges[i].calls, calls);
    g->edges[i].cost = ordo_count_add(g->edges[i].cost, cost);
}

void ordo_gather_child(struct ordo_gather *g, uint32_t parent, uint32_t child, uint64_t n,
                       uint64_t calls, uint64_t cost) {
    if (g->n_children >= COMPACT_CHILDREN && g->n_children >= 2 * g->children_tidy)
        g->n_children = g->children_tidy = ordo_gather_tidy_children(g->children, g->n_children);
    ROOM(g, children, n_children);
    g->children[g->n_children++] = (struct ordo_child){
        .parent = {parent}, .child = {child}, .n = n, .calls = calls, .cost = cost};
}

uint32_t ordo_gather_context(struct ordo_gather *g, uint32_t parent, uint32_t scope, uint64_t calls,
                             uint64_t cost, uint64_t self) {
    uint64_t key = (uint64_t)parent << 32 | scope;
    uint32_t i;
    if (!ordo_map_find(&g->context_index, key, &i)) {
        i = (uint32_t)g->n_contexts;
        ROOM(g, contexts, n_contexts);
        ordo_map_put(&g->context_index, key, i);
        g->contexts[g->n_contexts++] = (struct ordo_context){.parent = parent, .scope = {scope}};
    }
    struct ordo_context *c = &g->contexts[i];
    c->calls = ordo_count_add(c->calls, calls);
    c->cost = ordo_count_add(c->cost, cost);
    c->self = ordo_count_add(c->self, self);
    return i;
}

void ordo_gather_contexts_truncated(struct ordo_gather *g) {
    g->contexts_truncated = true;
}

void ordo_gather_steps(struct ordo_gather *g, const struct ordo_steps *s) {
    if (s->context == ORDO_GATHER_NONE) return;
    ROOM(g, steps, n_steps);
    g->steps[g->n_steps++] = *s;
}

void ordo_gather_has_steps(struct ordo_gather *g, bool has) {
    if (has)
        g->has_steps = true;
    else
        g->lacks_steps = true;
}

void ordo_gather_cost(struct ordo_gather *g, uint64_t total_cost) {
    g->total_cost = ordo_count_add(g->total_cost, total_cost);
}

void ordo_gather_object(struct ordo_gather *g, const char *path, const char *source_root) {
    ordo_text_print(&g->key, "%s\n%s", path, source_root);
    uint32_t h = ordo_gather_key(g, &g->object_keys);
    if (h < g->n_objects) return;
    ROOM(g, objects, n_objects);
    g->objects[g->n_objects++] =
        (struct ordo_object){ordo_gather_keep(g, path), ordo_gather_keep(g, source_root)};
}

void ordo_gather_run(struct ordo_gather *g, const struct ordo_run *run,
                     const struct ordo_feature_value *features, uint32_t n_features,
                     const struct ordo_process *processes, uint32_t n_processes) {
    ROOM(g, runs, n_runs);
    struct gather_run r = {.run = *run,
                           .features = ordo_memory_new((size_t)n_features + 1, sizeof *features),
                           .processes = ordo_memory_new((size_t)n_processes + 1, sizeof *processes),
                           .n_features = n_features,
                           .n_processes = n_processes};
    r.run.command = ordo_gather_keep(g, run->command);
    r.run.unreadable_why = ordo_gather_keep(g, run->unreadable_why);
    r.run.code = ordo_gather_keep(g, run->code ? run->code : "");
    for (uint32_t i = 0; i < n_features; i++) {
        r.features[i] = features[i];
        r.features[i].name = ordo_gather_keep(g, features[i].name);
    }
    for (uint32_t i = 0; i < n_processes; i++) {
        r.processes[i] = processes[i];
        r.processes[i].exe = ordo_gather_keep(g, processes[i].exe);
        r.processes[i].command = ordo_gather_keep(g, processes[i].command);
    }
    g->runs[g->n_runs++] = r;
}

struct ordo_run_cost ordo_gather_cost_of(const struct ordo_profile_scope *s, uint32_t handle) {
    return (struct ordo_run_cost){.scope = {handle},
                                  .calls = s->calls,
                                  .iterations = s->iterations,
                                  .units = s->units,
                                  .cost = ordo_count_add(s->cost_total, s->unfinished_cost),
                                  .self = s->cost_self};
}

void ordo_gather_run_costs(struct ordo_gather *g, const struct ordo_run_cost *costs, uint32_t n) {
    if (!g->n_runs) return;
    struct gather_run *r = &g->runs[g->n_runs - 1];
    free(r->costs);
    r->n_costs = 0;
    r->costs = ordo_memory_new(n, sizeof *r->costs);
    for (uint32_t i = 0; i < n; i++)
        if (costs[i].scope.i != ORDO_GATHER_NONE) r->costs[r->n_costs++] = costs[i];
}

void ordo_gather_cost_add_gate(struct ordo_run_cost *c, const struct ordo_profile_scope *s,
                               const struct ordo_gated_scope *gate) {
    if (s->kind == ORDO_PROFILE_LOOP) {
        c->calls = ordo_count_add(c->calls, gate->executions);
        c->iterations = ordo_count_add(c->iterations, gate->iterations);
        c->self = ordo_count_add(c->self, gate->iterations);
    } else if (s->kind == ORDO_PROFILE_LIBRARY) {
        c->calls = ordo_count_add(c->calls, gate->executions);
        c->self = ordo_count_add(c->self, gate->iterations);
    } else {
        c->units = ordo_count_add(c->units, gate->executions);
        c->calls = ordo_count_add(c->calls, gate->iterations);
        c->self = ordo_count_add(c->self, gate->iterations);
    }
}

/* Adds what the scopes of the costs allocated. `cost_of` has, by scope, the number of its costs,
 * + 1; 0: none. Of recursions the outermost activations count, if there are others. */
static void add_space(const struct ordo_gather *g, struct ordo_run_cost *costs,
                      const uint32_t *cost_of) {
    for (uint32_t unit = 0; unit <= 1; unit++)
        for (size_t i = 0; i < g->n_series; i++) {
            const struct gather_series *s = &g->series[i];
            bool allocated = strcmp(s->cost, "allocated") == 0;
            if (s->unit != unit || strcmp(s->metric, "rms") != 0 || !s->n || !cost_of[s->scope] ||
                (!allocated && strcmp(s->cost, "peak") != 0))
                continue;
            struct ordo_run_cost *c = &costs[cost_of[s->scope] - 1];
            if (allocated) c->allocated = 0;
            for (size_t k = 0; k < s->n; k++) {
                const struct ordo_point *x = &s->points[k];
                if (allocated)
                    c->allocated = ordo_count_add(c->allocated, x->sum);
                else if (x->max > c->peak)
                    c->peak = x->max;
            }
        }
}

void ordo_gather_only_run(struct ordo_gather *g) {
    struct ordo_run_cost *costs = ordo_memory_new(g->n_scopes, sizeof *costs);
    uint32_t *cost_of = ordo_memory_new(g->n_scopes + 1, sizeof *cost_of);
    uint32_t n = 0;
    for (size_t i = 0; i < g->n_scopes; i++) {
        const struct ordo_profile_scope *s = &g->scopes[i];
        uint32_t gate;
        bool has_gate = ordo_map_find(&g->gated_index, (uint32_t)i, &gate);
        if (!s->calls && !s->unfinished && !has_gate) continue;
        costs[n] = ordo_gather_cost_of(s, (uint32_t)i);
        if (has_gate) ordo_gather_cost_add_gate(&costs[n], s, &g->gated[gate]);
        cost_of[i] = ++n;
    }
    add_space(g, costs, cost_of);
    ordo_gather_run_costs(g, costs, n);
    free(cost_of);
    free(costs);
}
