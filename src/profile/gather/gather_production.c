/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * gather_production.c: accumulates gated scopes and samples.
 *
 * The counters of a scope are added. A scope keeps at most ORDO_SAMPLES_BOUND samples. The last
 * sample of each process comes first, because it has the union of the cells of all samples. The
 * others are kept in groups of four consecutive numbers, so that a group has at least one pair of
 * consecutive executions. Groups whose number is divisible more often by 2 are preferred, so that
 * the kept samples are spread evenly over each run; a hash decides between equals. This order
 * depends only on the sample and its process, and processes are added whole. Therefore the result
 * does not depend on the order in which processes are added.
 */
#include "base/arena.h"
#include "base/memory.h"
#include "profile/gather/gather.h"
#include "profile/gather/point_set.h"
#include "profile/gather/seal.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

void ordo_gather_has_production(struct ordo_gather *g) {
    g->has_production = true;
}

void ordo_gather_gated(struct ordo_gather *g, const struct ordo_gated_scope *x) {
    uint32_t i;
    if (!ordo_map_find(&g->gated_index, x->scope, &i)) {
        ORDO_GATHER_ROOM(g, gated, n_gated);
        i = (uint32_t)g->n_gated;
        ordo_map_put(&g->gated_index, x->scope, i);
        g->gated[g->n_gated++] = (struct ordo_gated_scope){.scope = x->scope};
    }
    struct ordo_gated_scope *to = &g->gated[i];
    to->executions = ordo_count_add(to->executions, x->executions);
    to->iterations = ordo_count_add(to->iterations, x->iterations);
    to->samples = ordo_count_add(to->samples, x->samples);
    to->incomplete = ordo_count_add(to->incomplete, x->incomplete);
    to->given_up = ordo_count_add(to->given_up, x->given_up);
    to->left = ordo_count_add(to->left, x->left);
}

void ordo_gather_sample(struct ordo_gather *g, const struct ordo_sample *s) {
    ORDO_GATHER_ROOM(g, samples, n_samples);
    g->samples[g->n_samples++] = *s;
}

static int compare(uint64_t a, uint64_t b) {
    return (a > b) - (a < b);
}

/* Compares samples. Scope, process and number identify a sample; the other fields make the order
 * total in any case. */
static int by_sample(const void *a, const void *b) {
    const struct ordo_sample *x = a, *y = b;
    int c = compare(x->scope, y->scope);
    const uint64_t *p = &x->process, *q = &y->process;
    for (int i = 0; !c && i < 9; i++) c = compare(p[i], q[i]);
    const uint32_t *s = &x->level, *t = &y->level;
    for (int i = 0; !c && i < 7; i++) c = compare(s[i], t[i]);
    return c ? c : compare(x->flags, y->flags);
}
_Static_assert(offsetof(struct ordo_sample, number) ==
                       offsetof(struct ordo_sample, process) + sizeof(uint64_t) &&
                   offsetof(struct ordo_sample, rms) ==
                       offsetof(struct ordo_sample, process) + 8 * sizeof(uint64_t) &&
                   offsetof(struct ordo_sample, twice) ==
                       offsetof(struct ordo_sample, level) + 6 * sizeof(uint32_t),
               "the numbers of a sample are adjacent");

struct ranked_sample {
    bool is_last;
    uint32_t halvings; /* how often its group's number is divisible by 2 */
    uint64_t hash;
    struct ordo_sample sample;
};

static int by_rank(const void *a, const void *b) {
    const struct ranked_sample *x = a, *y = b;
    if (x->is_last != y->is_last) return x->is_last ? -1 : 1;
    int c = compare(y->halvings, x->halvings);
    if (!c) c = compare(x->hash, y->hash);
    return c ? c : by_sample(&x->sample, &y->sample);
}

/* Reduces the n sorted samples of one scope to the limit. Returns how many are kept; they are
 * still sorted. */
static size_t bound_scope(struct ordo_sample *samples, size_t n) {
    if (n <= ORDO_SAMPLES_BOUND) return n;
    struct ranked_sample *ranked = ordo_memory_new(n, sizeof *ranked);
    for (size_t i = 0; i < n; i++) {
        uint64_t group = (samples[i].number - 1) / 4;
        ranked[i] = (struct ranked_sample){
            .is_last = i + 1 == n || samples[i + 1].process != samples[i].process,
            .halvings = group ? (uint32_t)__builtin_ctzll(group) : 64,
            .hash = ordo_map_mix(samples[i].process ^ ordo_map_mix(group)),
            .sample = samples[i]};
    }
    qsort(ranked, n, sizeof *ranked, by_rank);
    for (size_t i = 0; i < ORDO_SAMPLES_BOUND; i++) samples[i] = ranked[i].sample;
    free(ranked);
    qsort(samples, ORDO_SAMPLES_BOUND, sizeof *samples, by_sample);
    return ORDO_SAMPLES_BOUND;
}

void ordo_gather_tidy_samples(struct ordo_gather *g) {
    size_t kept = 0, n = 0;
    if (g->n_samples < 2 * g->samples_tidy + 1) return;
    qsort(g->samples, g->n_samples, sizeof *g->samples, by_sample);
    for (size_t i = 0; i < g->n_samples; i++) { /* a sample that was added twice is kept once */
        const struct ordo_sample *x = &g->samples[i], *last = n ? &g->samples[n - 1] : NULL;
        if (!last || last->scope != x->scope || last->process != x->process ||
            last->number != x->number)
            g->samples[n++] = *x;
    }
    for (size_t first = 0, end; first < n; first = end) {
        for (end = first; end < n && g->samples[end].scope == g->samples[first].scope;) end++;
        size_t some = bound_scope(g->samples + first, end - first);
        memmove(g->samples + kept, g->samples + first, some * sizeof *g->samples);
        kept += some;
    }
    g->n_samples = g->samples_tidy = kept;
}

static int by_scope(const void *a, const void *b) {
    const struct ordo_gated_scope *x = a, *y = b;
    return compare(x->scope, y->scope);
}

static void seal_samplings(struct ordo_profile *p) {
    p->samplings = ordo_arena_array(p->arena, p->n_processes, sizeof *p->samplings);
    for (uint32_t i = 0; i < p->n_processes; i++) {
        if (!p->processes[i].sampling.key) continue;
        p->processes[i].sampling.process = i;
        p->samplings[p->n_samplings++] = p->processes[i].sampling;
    }
}

void ordo_gather_seal_production(struct ordo_gather *g, const uint32_t *rank,
                                 struct ordo_profile *p) {
    p->has_production = g->has_production;
    if (!g->has_production) return;
    g->samples_tidy = 0;
    ordo_gather_tidy_samples(g);
    p->gated = ordo_arena_array(p->arena, g->n_gated, sizeof *p->gated);
    p->samples = ordo_arena_array(p->arena, g->n_samples, sizeof *p->samples);
    for (size_t i = 0; i < g->n_gated; i++) {
        p->gated[i] = g->gated[i];
        p->gated[i].scope = rank[g->gated[i].scope];
    }
    for (size_t i = 0; i < g->n_samples; i++) {
        p->samples[i] = g->samples[i];
        p->samples[i].scope = rank[g->samples[i].scope];
    }
    p->n_gated = (uint32_t)g->n_gated;
    p->n_samples = g->n_samples;
    if (p->n_gated) qsort(p->gated, p->n_gated, sizeof *p->gated, by_scope);
    if (p->n_samples) qsort(p->samples, p->n_samples, sizeof *p->samples, by_sample);
    p->sample_sums = ordo_arena_array(p->arena, p->n_samples, sizeof *p->sample_sums);
    for (uint64_t i = 0; i < p->n_samples; i++) p->sample_sums[i] = p->samples[i].sums;
    p->n_sample_sums = p->n_samples;
    seal_samplings(p);
}
