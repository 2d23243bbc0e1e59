/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * gather_observations.c: accumulates observations. Of each context the threads with the greatest
 * costs are kept: the greatest of a union are among the greatest of its parts, so that bounding
 * commutes with merging.
 */
#include "base/arena.h"
#include "base/memory.h"
#include "profile/gather/gather.h"
#include "profile/gather/seal.h"

#include <stdlib.h>
#include <string.h>

/* The observations of one context in one thread. */
struct series {
    size_t first, n;
    uint32_t context;
    uint64_t thread, cost;
};

void ordo_gather_observation(struct ordo_gather *g, const struct ordo_observation *o) {
    ORDO_GATHER_ROOM(g, observations, n_observations);
    struct ordo_observation *copy = &g->observations[g->n_observations++];
    *copy = *o;
    copy->arg_names = ordo_gather_keep(g, o->arg_names);
}

/* Compares all fields, so that the order does not depend on the order of arrival. */
static int by_call(const void *a, const void *b) {
    const struct ordo_observation *x = a, *y = b;
    if (x->context != y->context) return x->context < y->context ? -1 : 1;
    for (const uint64_t *u = &x->thread, *v = &y->thread; u <= &x->next_own; u++, v++)
        if (*u != *v) return *u < *v ? -1 : 1;
    int c = memcmp(x->args, y->args, sizeof x->args);
    return c ? c : strcmp(x->arg_names, y->arg_names);
}
_Static_assert(offsetof(struct ordo_observation, next_own) -
                       offsetof(struct ordo_observation, thread) ==
                   16 * sizeof(uint64_t),
               "observations.h: numbers in the order in which they are compared");

static int by_cost(const void *a, const void *b) {
    const struct series *x = a, *y = b;
    if (x->context != y->context) return x->context < y->context ? -1 : 1;
    if (x->cost != y->cost) return x->cost > y->cost ? -1 : 1;
    return (x->thread > y->thread) - (x->thread < y->thread);
}

static size_t list_series(const struct ordo_observation *items, size_t n, struct series *out) {
    size_t count = 0;
    for (size_t first = 0, last; first < n; first = last) {
        const struct ordo_observation *o = &items[first];
        for (last = first;
             last < n && items[last].context == o->context && items[last].thread == o->thread;)
            last++;
        out[count++] =
            (struct series){first, last - first, o->context, o->thread, items[last - 1].sum_cost};
    }
    return count;
}

/* Drops what was added twice, because a profile was merged with itself. Returns how many are left.
 */
static size_t drop_repeated(struct ordo_observation *items, size_t n) {
    size_t kept = 0;
    for (size_t i = 0; i < n; i++)
        if (!kept || by_call(&items[kept - 1], &items[i]) != 0) items[kept++] = items[i];
    return kept;
}

void ordo_gather_seal_observations(struct ordo_gather *g, const uint32_t *position,
                                   struct ordo_profile *p) {
    size_t n = 0;
    for (size_t i = 0; i < g->n_observations; i++) {
        struct ordo_observation o = g->observations[i];
        o.context = position[o.context];
        if (o.context != UINT32_MAX) g->observations[n++] = o;
    }
    if (n) qsort(g->observations, n, sizeof *g->observations, by_call);
    n = drop_repeated(g->observations, n);
    struct series *series = ordo_memory_new(n + 1, sizeof *series);
    size_t n_series = list_series(g->observations, n, series);
    if (n_series) qsort(series, n_series, sizeof *series, by_cost);
    p->observations = ordo_arena_array(p->arena, n, sizeof *p->observations);
    for (size_t i = 0, place = 0; i < n_series; i++) {
        place = i && series[i].context == series[i - 1].context ? place + 1 : 0;
        if (place >= ORDO_OBSERVED_THREADS) continue;
        memcpy(p->observations + p->n_observations, g->observations + series[i].first,
               series[i].n * sizeof *p->observations);
        p->n_observations += series[i].n;
    }
    free(series);
    if (p->n_observations)
        qsort(p->observations, p->n_observations, sizeof *p->observations, by_call);
}
