/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * seal_runs.c: puts runs, their features and processes into one fixed order.
 *
 * Comparisons include every field, so items that compare equal are equal and their order does not
 * matter.
 */
#include "base/arena.h"
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

static int by_run(const void *a, const void *b) {
    const struct gather_run *r = a, *s = b;
    const struct ordo_run *x = &r->run, *y = &s->run;
    BY_NUMBER(start_ns);
    BY_NUMBER(end_ns);
    BY_NUMBER(exit_status);
    BY_NUMBER(signal);
    BY_NUMBER(unreadable);
    BY_STRING(command);
    BY_STRING(unreadable_why);
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
    return 0;
}

void ordo_gather_seal_runs(struct ordo_gather *g, struct ordo_profile *p) {
    size_t n_features = 0, n_processes = 0;
    for (size_t i = 0; i < g->n_runs; i++) {
        struct gather_run *r = &g->runs[i];
        qsort(r->features, r->n_features, sizeof *r->features, by_feature);
        qsort(r->processes, r->n_processes, sizeof *r->processes, by_process);
        n_features += r->n_features;
        n_processes += r->n_processes;
    }
    if (g->n_runs) qsort(g->runs, g->n_runs, sizeof *g->runs, by_run);
    p->runs = ordo_arena_array(p->arena, g->n_runs, sizeof *p->runs);
    p->features = ordo_arena_array(p->arena, n_features, sizeof *p->features);
    p->processes = ordo_arena_array(p->arena, n_processes, sizeof *p->processes);
    for (size_t i = 0; i < g->n_runs; i++) {
        struct gather_run *r = &g->runs[i];
        /* Equal runs must have equal spans, so an empty span begins at 0. */
        uint32_t feature = r->n_features ? p->n_features : 0;
        uint32_t process = r->n_processes ? p->n_processes : 0;
        r->run.features = (struct ordo_span){feature, r->n_features};
        r->run.processes = (struct ordo_span){process, r->n_processes};
        memcpy(p->features + p->n_features, r->features, r->n_features * sizeof *r->features);
        memcpy(p->processes + p->n_processes, r->processes, r->n_processes * sizeof *r->processes);
        p->n_features += r->n_features;
        p->n_processes += r->n_processes;
        p->runs[p->n_runs++] = r->run;
    }
}
