/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * run_series.c: copies the profile's series and points with the new ones inserted in the order
 * that profile.h states, and sets the spans again.
 */
#include "model/run/run_totals.h"

#include "base/arena.h"
#include "base/memory.h"
#include "profile/profile.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char metric[] = "run", cost[] = "iterations";

struct making {
    const struct ordo_run_totals *t;
    struct ordo_profile *p;
    struct ordo_series *series;
    uint32_t n_series;
    uint32_t *place; /* old index to new index */
    struct ordo_point *points;
    uint64_t n_points;
};

/* Returns the point of a checkpoint. Sizes in a profile are whole numbers. */
static struct ordo_point point_of(const struct ordo_run_checkpoint *m) {
    uint64_t n = (uint64_t)llround(fmin(m->at.cells.value, 9e18)), sum = m->at.iterations;
    unsigned __int128 squares = (unsigned __int128)sum * sum;
    return (struct ordo_point){.n = n,
                               .count = 1,
                               .sum_n = n,
                               .min = sum,
                               .max = sum,
                               .sum = sum,
                               .sumsq_low = (uint64_t)squares,
                               .sumsq_high = (uint64_t)(squares >> 64),
                               .self = sum};
}

static int by_size(const void *a, const void *b) {
    const struct ordo_point *x = a, *y = b;
    if (x->n != y->n) return x->n < y->n ? -1 : 1;
    return (x->sum > y->sum) - (x->sum < y->sum);
}

/* Joins checkpoints of the same size into one point; the greatest cost of a size comes last. */
static uint64_t join_sizes(struct ordo_point *points, uint64_t n) {
    uint64_t kept = 0;
    for (uint64_t i = 0; i < n; i++) {
        struct ordo_point *last = kept ? &points[kept - 1] : NULL;
        if (!last || last->n != points[i].n) {
            points[kept++] = points[i];
            continue;
        }
        unsigned __int128 squares = (unsigned __int128)last->sumsq_high << 64 | last->sumsq_low;
        squares += (unsigned __int128)points[i].sumsq_high << 64 | points[i].sumsq_low;
        last->count++;
        last->sum_n += points[i].n;
        last->sum += points[i].sum;
        last->self += points[i].self;
        last->max = points[i].max;
        last->sumsq_low = (uint64_t)squares;
        last->sumsq_high = (uint64_t)(squares >> 64);
    }
    return kept;
}

static void add_run(struct making *x, uint32_t scope) {
    const struct ordo_run_growth *g = &x->t->scope[scope].growth;
    struct ordo_point *points = x->points + x->n_points;
    uint64_t n = 0;
    if (g->verdict != ORDO_RUN_GROWS) return;
    for (uint32_t i = g->first; i < g->first + g->n; i++)
        if (x->t->checkpoints[i].at.cells.reason == ORDO_ESTIMATE_GOOD &&
            x->t->checkpoints[i].at.cells.value >= 1)
            points[n++] = point_of(&x->t->checkpoints[i]);
    if (!n) return;
    qsort(points, n, sizeof *points, by_size);
    n = join_sizes(points, n);
    x->series[x->n_series++] = (struct ordo_series){.scope = {scope},
                                                    .metric = metric,
                                                    .cost = cost,
                                                    .n_min = points[0].n,
                                                    .n_max = points[n - 1].n,
                                                    .points = {x->n_points, n}};
    x->n_points += n;
}

static void copy(struct making *x, uint32_t i) {
    struct ordo_series s = x->p->series[i];
    memcpy(x->points + x->n_points, x->p->points + s.points.first, s.points.n * sizeof *x->points);
    s.points.first = x->n_points;
    x->n_points += s.points.n;
    x->place[i] = x->n_series;
    x->series[x->n_series++] = s;
}

/* Returns whether the series sorts before the loop's series by "run"; the order is cost, then
 * metric. */
static bool is_before(const struct ordo_series *s) {
    int c = strcmp(s->cost, cost);
    return c < 0 || (c == 0 && strcmp(s->metric, metric) < 0);
}

/* Moves the spans of routines and recursions; the latter share their routine's series. */
static void move_spans(struct making *x) {
    struct ordo_profile *p = x->p;
    for (uint32_t i = 0; i < p->n_scopes; i++) {
        struct ordo_span *span = &p->scopes[i].series;
        if (p->scopes[i].kind != ORDO_PROFILE_LOOP && span->n) span->first = x->place[span->first];
    }
    p->series = x->series;
    p->n_series = x->n_series;
    p->points = x->points;
    p->n_points = x->n_points;
}

static void make(struct making *x) {
    struct ordo_profile *p = x->p;
    uint32_t k = 0;
    for (uint32_t i = 0; i < p->n_scopes; i++) {
        uint32_t first = x->n_series;
        while (k < p->n_series && p->series[k].scope.i == i && is_before(&p->series[k]))
            copy(x, k++);
        add_run(x, i);
        while (k < p->n_series && p->series[k].scope.i == i) copy(x, k++);
        if (p->scopes[i].kind == ORDO_PROFILE_LOOP && x->n_series > first)
            p->scopes[i].series = (struct ordo_span){first, x->n_series - first};
    }
    move_spans(x);
}

void ordo_run_series_add(const struct ordo_run_totals *t, struct ordo_profile *p) {
    size_t more = 0, n_points = 0;
    for (uint32_t i = 0; i < p->n_scopes; i++) {
        if (t->scope[i].growth.verdict != ORDO_RUN_GROWS) continue;
        more++;
        n_points += t->scope[i].growth.n;
    }
    if (!more) return;
    struct making x = {.t = t,
                       .p = p,
                       .series = ordo_arena_array(p->arena, p->n_series + more, sizeof *x.series),
                       .points =
                           ordo_arena_array(p->arena, p->n_points + n_points, sizeof *x.points),
                       .place = ordo_memory_new((size_t)p->n_series + 1, sizeof *x.place)};
    make(&x);
    free(x.place);
}
