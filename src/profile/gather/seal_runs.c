/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * seal_runs.c: puts runs, their features, processes and costs into one fixed order.
 *
 * Comparisons include every field, so items that compare equal are equal and their order does not
 * matter.
 */
#include "base/arena.h"
#include "base/intern.h"
#include "base/memory.h"
#include "profile/gather/seal.h"

#include <stdlib.h>
#include <string.h>

#define BY_NUMBER(field)                                                                           \
    if (x->field != y->field) return x->field < y->field ? -1 : 1
#define BY_STRING(field)                                                                           \
    do {                                                                                           \
        int c_ = strcmp(x->field, y->field);                                                       \
        if (c_) return c_;                                                                         \
    } while (0)

static int by_feature(const void *a, const void *b) {
    const struct ordo_feature_value *x = a, *y = b;
    BY_STRING(name);
    return (x->value > y->value) - (x->value < y->value);
}

static int by_process(const void *a, const void *b) {
    const struct ordo_process *x = a, *y = b;
    BY_NUMBER(start_ns);
    BY_NUMBER(pid);
    BY_NUMBER(ppid);
    BY_NUMBER(end_ns);
    BY_NUMBER(state);
    BY_NUMBER(stop);
    BY_NUMBER(stop_errno);
    BY_NUMBER(lost_children);
    BY_NUMBER(lost_errno);
    BY_NUMBER(forked);
    BY_NUMBER(drms_asked);
    BY_NUMBER(drms_compiled);
    BY_NUMBER(threads);
    BY_NUMBER(cost);
    BY_NUMBER(sampling.key);
    BY_NUMBER(sampling.rate);
    BY_NUMBER(sampling.budget);
    BY_NUMBER(sampling.log_bytes);
    BY_NUMBER(sampling.sampled_ns);
    BY_NUMBER(sampling.unsampled);
    BY_NUMBER(sampling.samples);
    BY_NUMBER(sampling.unlogged);
    BY_STRING(exe);
    BY_STRING(command);
    return 0;
}

static int by_cost(const void *a, const void *b) {
    const struct ordo_run_cost *x = a, *y = b;
    BY_NUMBER(scope.i);
    BY_NUMBER(calls);
    BY_NUMBER(iterations);
    BY_NUMBER(units);
    BY_NUMBER(cost);
    BY_NUMBER(self);
    BY_NUMBER(allocated);
    BY_NUMBER(peak);
    return 0;
}

static int by_run(const void *a, const void *b) {
    const struct gather_run *r = a, *s = b;
    const struct ordo_run *x = &r->run, *y = &s->run;
    BY_NUMBER(start_ns);
    BY_NUMBER(end_ns);
    BY_NUMBER(exit_status);
    BY_NUMBER(signal);
    BY_NUMBER(unreadable);
    BY_NUMBER(input);
    BY_NUMBER(allocations);
    BY_NUMBER(allocated);
    BY_NUMBER(peak);
    BY_STRING(command);
    BY_STRING(unreadable_why);
    BY_STRING(code);
    if (r->n_features != s->n_features) return r->n_features < s->n_features ? -1 : 1;
    if (r->n_processes != s->n_processes) return r->n_processes < s->n_processes ? -1 : 1;
    for (uint32_t i = 0; i < r->n_features; i++) {
        int c = by_feature(&r->features[i], &s->features[i]);
        if (c) return c;
    }
    for (uint32_t i = 0; i < r->n_processes; i++) {
        int c = by_process(&r->processes[i], &s->processes[i]);
        if (c) return c;
    }
    if (r->n_costs != s->n_costs) return r->n_costs < s->n_costs ? -1 : 1;
    for (uint32_t i = 0; i < r->n_costs; i++) {
        int c = by_cost(&r->costs[i], &s->costs[i]);
        if (c) return c;
    }
    return 0;
}

/* Returns a number that decides whether a run's costs are kept. It depends on the run alone, so
 * that the order of merges makes no difference. */
static uint64_t draw(const struct ordo_run *r) {
    uint64_t h = ordo_intern_hash(r->command, strlen(r->command));
    h = (h ^ r->start_ns) * 0x9E3779B97F4A7C15u;
    return (h ^ h >> 32 ^ r->end_ns) * 0xD6E8FEB86659FD93u;
}

static int ascending(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* Drops the costs of all but ORDO_RUNS_WITH_COSTS runs. Returns the number of those left. */
static uint64_t keep_costs(struct ordo_gather *g) {
    size_t n = 0;
    uint64_t *draws = ordo_memory_new(g->n_runs, sizeof *draws), most = UINT64_MAX, n_costs = 0;
    for (size_t i = 0; i < g->n_runs; i++)
        if (g->runs[i].n_costs) draws[n++] = draw(&g->runs[i].run);
    if (n > ORDO_RUNS_WITH_COSTS) {
        qsort(draws, n, sizeof *draws, ascending);
        most = draws[ORDO_RUNS_WITH_COSTS - 1];
    }
    free(draws);
    for (size_t i = 0; i < g->n_runs; i++) {
        if (draw(&g->runs[i].run) > most) g->runs[i].n_costs = 0;
        n_costs += g->runs[i].n_costs;
    }
    return n_costs;
}

/* Puts the costs into the order of their scopes' ranks, which replace the handles. */
static void rank_costs(struct gather_run *r, const uint32_t *rank) {
    for (uint32_t i = 0; i < r->n_costs; i++) r->costs[i].scope.i = rank[r->costs[i].scope.i];
    if (r->n_costs) qsort(r->costs, r->n_costs, sizeof *r->costs, by_cost);
}

void ordo_gather_seal_runs(struct ordo_gather *g, const uint32_t *rank, struct ordo_profile *p) {
    size_t n_features = 0, n_processes = 0;
    uint64_t n_costs = keep_costs(g);
    for (size_t i = 0; i < g->n_runs; i++) {
        struct gather_run *r = &g->runs[i];
        qsort(r->features, r->n_features, sizeof *r->features, by_feature);
        qsort(r->processes, r->n_processes, sizeof *r->processes, by_process);
        rank_costs(r, rank);
        n_features += r->n_features;
        n_processes += r->n_processes;
    }
    if (g->n_runs) qsort(g->runs, g->n_runs, sizeof *g->runs, by_run);
    p->runs = ordo_arena_array(p->arena, g->n_runs, sizeof *p->runs);
    p->features = ordo_arena_array(p->arena, n_features, sizeof *p->features);
    p->processes = ordo_arena_array(p->arena, n_processes, sizeof *p->processes);
    p->run_costs = ordo_arena_array(p->arena, n_costs, sizeof *p->run_costs);
    for (size_t i = 0; i < g->n_runs; i++) {
        struct gather_run *r = &g->runs[i];
        /* Equal runs must have equal spans, so an empty span begins at 0. */
        uint32_t feature = r->n_features ? p->n_features : 0;
        uint32_t process = r->n_processes ? p->n_processes : 0;
        r->run.features = (struct ordo_span){feature, r->n_features};
        r->run.processes = (struct ordo_span){process, r->n_processes};
        r->run.costs = (struct ordo_span){r->n_costs ? p->n_run_costs : 0, r->n_costs};
        memcpy(p->features + p->n_features, r->features, r->n_features * sizeof *r->features);
        memcpy(p->processes + p->n_processes, r->processes, r->n_processes * sizeof *r->processes);
        p->n_features += r->n_features;
        p->n_processes += r->n_processes;
        if (r->n_costs)
            memcpy(p->run_costs + p->n_run_costs, r->costs, r->n_costs * sizeof *r->costs);
        p->n_run_costs += r->n_costs;
        p->runs[p->n_runs++] = r->run;
    }
}
