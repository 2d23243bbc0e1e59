/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "naive.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_OPEN 512
#define METRICS 32

struct open {
    uint8_t *cells; /* one byte per cell: 1 if accessed */
    uint32_t scope, group;
    uint64_t size, cost_entry, cost_below;
    uint64_t child_calls[NAIVE_SCOPES], child_cost[NAIVE_SCOPES];
    uint64_t depth;
    int n_args;
    int64_t args[ORDO_MAX_ARGS];
};

struct series {
    struct ordo_raw_point *points;
    size_t used;
};

struct naive {
    uintptr_t arena;
    uint64_t n_cells;
    int shift, top;
    uint64_t cost;
    struct open open[MOST_OPEN];
    struct series series[NAIVE_SCOPES][METRICS][2];
    struct ordo_raw_total totals[NAIVE_SCOPES];
    uint64_t edges[NAIVE_SCOPES][NAIVE_SCOPES];
    struct child_cost *children;
    size_t n_children;
    int recurred[NAIVE_SCOPES]; /* by group */
    uint32_t group_of[NAIVE_SCOPES];
};

struct naive *naive_new(const void *arena, uint64_t size, int shift) {
    struct naive *o = calloc(1, sizeof *o);
    o->arena = (uintptr_t)arena;
    o->n_cells = (size >> shift) + 1;
    o->shift = shift;
    return o;
}

void naive_free(struct naive *o) {
    for (int i = 0; i < MOST_OPEN; i++) free(o->open[i].cells);
    for (int s = 0; s < NAIVE_SCOPES; s++)
        for (int m = 0; m < METRICS; m++)
            for (int u = 0; u < 2; u++) free(o->series[s][m][u].points);
    free(o->children);
    free(o);
}

int naive_depth(const struct naive *o) {
    return o->top;
}

void naive_blocks(struct naive *o, uint64_t n) {
    o->cost += n;
}

static void add_point(struct series *s, const struct ordo_raw_point *p) {
    for (size_t i = 0; i < s->used; i++) {
        struct ordo_raw_point *to = &s->points[i];
        if (to->n != p->n) continue;
        to->count += p->count;
        if (p->min < to->min) to->min = p->min;
        if (p->max > to->max) to->max = p->max;
        to->sum += p->sum;
        to->sumsq_low += p->sumsq_low;
        to->sumsq_high += p->sumsq_high + (to->sumsq_low < p->sumsq_low);
        to->self += p->self;
        return;
    }
    s->points = realloc(s->points, (s->used + 1) * sizeof *s->points);
    s->points[s->used++] = *p;
}

static void tally(struct naive *o, const struct open *a, uint32_t metric, uint64_t n, uint64_t cost,
                  uint64_t self, int outermost) {
    unsigned __int128 square = (unsigned __int128)cost * cost;
    struct ordo_raw_point p = {n,   1, cost, cost, cost, (uint64_t)square, (uint64_t)(square >> 64),
                               self};
    add_point(&o->series[a->scope][metric][0], &p);
    if (outermost) add_point(&o->series[a->scope][metric][1], &p);
}

static void add_child(struct naive *o, const struct child_cost *c) {
    for (size_t i = 0; i < o->n_children; i++) {
        struct child_cost *to = &o->children[i];
        if (to->scope != c->scope || to->child != c->child || to->n != c->n) continue;
        to->calls += c->calls;
        to->cost += c->cost;
        return;
    }
    o->children = realloc(o->children, (o->n_children + 1) * sizeof *c);
    o->children[o->n_children++] = *c;
}

void naive_enter(struct naive *o, uint32_t scope, uint32_t group, int n_args, const int64_t *args) {
    struct open *a = &o->open[o->top++];
    uint8_t *cells = a->cells ? a->cells : malloc(o->n_cells);
    *a = (struct open){.scope = scope, .group = group, .n_args = n_args, .cost_entry = o->cost};
    a->cells = cells;
    memset(cells, 0, o->n_cells);
    for (int i = 0; i < n_args; i++) a->args[i] = args[i];
    if (!group) return;
    o->group_of[scope] = group;
    uint64_t below = 0; /* activations of the recursion between an open one and this one */
    for (int i = o->top - 2; i >= 0; i--) {
        if (o->open[i].group != group) continue;
        below++;
        if (o->open[i].depth < below) o->open[i].depth = below;
        o->recurred[group] = 1;
    }
}

void naive_leave(struct naive *o, int at_exit) {
    struct open *a = &o->open[--o->top];
    uint64_t cost = o->cost - a->cost_entry, self = cost - a->cost_below;
    int outer = 1, outermost_of_group = a->group != 0;
    for (int i = 0; i < o->top; i++) {
        if (o->open[i].scope == a->scope) outer = 0;
        if (a->group && o->open[i].group == a->group) outermost_of_group = 0;
    }
    struct ordo_raw_total *t = &o->totals[a->scope];
    t->calls++;
    t->self += self;
    if (outer) t->cost += cost;
    if (outermost_of_group) t->units++;
    if (a->depth) t->recurred = 1;
    t->at_exit += (uint64_t)at_exit;
    tally(o, a, ORDO_METRIC_RMS, a->size, cost, self, outermost_of_group);
    if (a->group) tally(o, a, ORDO_METRIC_DEPTH, a->depth, cost, self, outermost_of_group);
    for (int i = 0; i < a->n_args; i++) {
        if (a->args[i] < 0)
            t->negative_args++;
        else
            tally(o, a, ORDO_METRIC_ARG + (uint32_t)i, (uint64_t)a->args[i], cost, self,
                  outermost_of_group);
    }
    for (uint32_t c = 1; c < NAIVE_SCOPES; c++)
        if (a->child_calls[c])
            add_child(
                o, &(struct child_cost){a->scope, c, a->size, a->child_calls[c], a->child_cost[c]});
    if (o->top) {
        struct open *below = &o->open[o->top - 1];
        below->cost_below += cost;
        below->child_calls[a->scope]++;
        below->child_cost[a->scope] += cost;
        o->edges[below->scope][a->scope]++;
    }
}

void naive_library(struct naive *o, uint32_t scope, uint64_t blocks) {
    struct open *below = &o->open[o->top - 1];
    o->cost += blocks;
    below->cost_below += blocks;
    below->child_calls[scope]++;
    below->child_cost[scope] += blocks;
    o->edges[below->scope][scope]++;
    o->totals[scope].calls++;
    o->totals[scope].cost += blocks;
    o->totals[scope].self += blocks;
}

#define EACH_CELL(addr, size)                                                                      \
    for (uint64_t cell = ((uintptr_t)(addr)-o->arena) >> o->shift,                                 \
                  last = ((uintptr_t)(addr)-o->arena + (size)-1) >> o->shift;                      \
         (size) && cell <= last; cell++)

void naive_read(struct naive *o, const void *addr, uint64_t size) {
    EACH_CELL(addr, size) for (int i = 0; i < o->top; i++) {
        o->open[i].size += !o->open[i].cells[cell];
        o->open[i].cells[cell] = 1;
    }
}

void naive_write(struct naive *o, const void *addr, uint64_t size) {
    EACH_CELL(addr, size) for (int i = 0; i < o->top; i++) o->open[i].cells[cell] = 1;
}

void naive_fresh(struct naive *o, const void *addr, uint64_t size) {
    EACH_CELL(addr, size) for (int i = 0; i < o->top; i++) o->open[i].cells[cell] = 0;
}

void naive_merge(struct naive *o, const struct naive *from) {
    for (int s = 1; s < NAIVE_SCOPES; s++) {
        struct ordo_raw_total *t = &o->totals[s];
        const struct ordo_raw_total *f = &from->totals[s];
        t->calls += f->calls, t->cost += f->cost, t->self += f->self, t->at_exit += f->at_exit;
        t->negative_args += f->negative_args, t->recurred |= f->recurred;
        int recurred = from->recurred[from->group_of[s]];
        if (recurred) t->units += f->units;
        for (int m = 0; m < METRICS; m++)
            for (int u = 0; u < 2; u++)
                for (size_t i = 0; (!u || recurred) && i < from->series[s][m][u].used; i++)
                    add_point(&o->series[s][m][u], &from->series[s][m][u].points[i]);
        for (int c = 1; c < NAIVE_SCOPES; c++) o->edges[s][c] += from->edges[s][c];
        o->group_of[s] |= from->group_of[s];
        o->recurred[s] |= from->recurred[s];
    }
    for (size_t i = 0; i < from->n_children; i++) add_child(o, &from->children[i]);
}

static int by_n(const void *a, const void *b) {
    const struct ordo_raw_point *p = a, *q = b;
    return p->n < q->n ? -1 : p->n > q->n;
}

static void print_point(const char *who, const struct ordo_raw_point *p) {
    fprintf(stderr,
            "    %s: n %llu count %llu min %llu max %llu sum %llu squares %llx:%llx self %llu\n",
            who, (unsigned long long)p->n, (unsigned long long)p->count, (unsigned long long)p->min,
            (unsigned long long)p->max, (unsigned long long)p->sum,
            (unsigned long long)p->sumsq_high, (unsigned long long)p->sumsq_low,
            (unsigned long long)p->self);
}

static int compare_series(const struct naive *o, const struct raw_image *image, uint32_t scope,
                          uint32_t id, uint32_t metric, uint32_t unit) {
    static const struct series none;
    const struct series *expected = &o->series[scope][metric][unit];
    if (unit && !o->recurred[o->group_of[scope]]) expected = &none;
    size_t n;
    int bucketed, differences = 0;
    struct ordo_raw_point *got =
        raw_image_points(image, id, metric, ORDO_COST_BLOCKS, unit, &n, &bucketed);
    if (expected->used) qsort(expected->points, expected->used, sizeof *got, by_n);
    for (size_t i = 0; i < n || i < expected->used; i++) {
        const struct ordo_raw_point *e = i < expected->used ? &expected->points[i] : NULL;
        const struct ordo_raw_point *g = i < n ? &got[i] : NULL;
        if (e && g && !memcmp(e, g, sizeof *e)) continue;
        fprintf(stderr, "scope %u metric %u unit %u, point %zu:\n", scope, metric, unit, i);
        if (e) print_point("expected", e);
        if (g) print_point("got", g);
        if (++differences == 5) break;
    }
    free(got);
    return differences;
}

static int differ(const char *what, uint32_t scope, uint64_t expected, uint64_t got) {
    if (expected == got) return 0;
    fprintf(stderr, "scope %u: %s: expected %llu, got %llu\n", scope, what,
            (unsigned long long)expected, (unsigned long long)got);
    return 1;
}

int naive_compare(const struct naive *o, const struct raw_image *image, const uint32_t *ids) {
    int d = 0;
    for (uint32_t s = 1; s < NAIVE_SCOPES; s++) {
        if (!ids[s]) continue;
        const struct ordo_raw_total *e = &o->totals[s];
        struct ordo_raw_total g = raw_image_total(image, ids[s]);
        int recurred = o->recurred[o->group_of[s]];
        d += differ("calls", s, e->calls, g.calls);
        d += differ("cost", s, e->cost, g.cost);
        d += differ("self", s, e->self, g.self);
        d += differ("units", s, recurred ? e->units : 0, g.units);
        d += differ("recurred", s, e->recurred, g.recurred);
        d += differ("at_exit", s, e->at_exit, g.at_exit);
        d += differ("negative args", s, e->negative_args, g.negative_args);
        for (uint32_t m = 0; m < METRICS; m++)
            for (uint32_t u = 0; u < 2; u++) d += compare_series(o, image, s, ids[s], m, u);
        for (uint32_t c = 1; c < NAIVE_SCOPES; c++)
            if (ids[c])
                d += differ("calls of a callee", s, o->edges[s][c],
                            raw_image_edge(image, ids[s], ids[c]));
    }
    for (size_t i = 0; i < o->n_children; i++) {
        const struct child_cost *e = &o->children[i];
        struct child_cost g = raw_image_child(image, ids[e->scope], e->n, ids[e->child]);
        d += differ("calls of a child at one size", e->scope, e->calls, g.calls);
        d += differ("cost of a child at one size", e->scope, e->cost, g.cost);
    }
    return d;
}
