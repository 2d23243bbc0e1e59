/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * simulated_walks.c: performs the walks. There are eight calling contexts: calls in a visit within
 * a visit are below the context of the first such visit.
 */
#include "support/simulated_walks.h"

#include "abi/abi.h"

#include <stdbool.h>
#include <stdlib.h>

enum { MAIN = 1, OUTER, VISIT, LOOP, ROOT };
enum { MOST_CHILDREN = 1000, MOST_DEPTH = 100 };

/* Nodes of calling contexts. Below a sample of visit: its loop and the visits in it. Below a
 * sample of the loop: the visits in it, their loops and the visits in these. */
enum { AT_ROOT, OF_VISIT, ITS_LOOP, VISITED, OF_LOOP, FIRST, INNER_LOOP, INNER, NODES };

struct gate {
    uint32_t scope, asked;
    uint64_t executions, iterations, plain, plain_iterations;
    struct ordo_raw_sample *samples, open; /* open: the sample in progress */
    uint32_t n;
};

struct walks {
    uint32_t rate;
    uint32_t *child, *sibling;          /* by vertex; 0: none */
    uint32_t sampled;                   /* the scope that is being sampled; 0: none */
    uint32_t visits, loops;             /* number of open ones */
    uint32_t visits_below, loops_below; /* number open when the sample began */
    uint64_t steps;
    struct gate visit, loop;
    struct simulated_walks all;
    struct ordo_raw_total of_visit, of_loop;
    struct ordo_raw_context nodes[NODES];
    struct ordo_raw_point by_children[MOST_CHILDREN], by_depth[MOST_DEPTH];
};

static void *zeroed(size_t n, size_t size) {
    void *p = calloc(n, size);
    if (!p) abort();
    return p;
}

/* Counts the gate's next execution. Returns whether it is a sample. */
static bool ask(struct walks *x, struct gate *g) {
    if (x->sampled) return false;
    uint32_t place = g->asked++ % x->rate;
    bool second = place == 0 && g->asked > x->rate;
    if (x->rate > 1 && !second && place != x->rate - 1) return false;
    g->open = (struct ordo_raw_sample){.scope = g->scope,
                                       .flags = second ? ORDO_SAMPLE_SECOND : 0,
                                       .executions = g->executions,
                                       .iterations = g->iterations};
    x->sampled = g->scope;
    x->visits_below = x->visits;
    x->loops_below = x->loops;
    return true;
}

static void answer(struct walks *x, struct gate *g, uint64_t own, uint64_t cost, uint64_t n) {
    if (!(g->n & (g->n - 1))) g->samples = realloc(g->samples, (2 * g->n + 1) * sizeof g->open);
    if (!g->samples) abort();
    struct ordo_raw_sample *s = &g->samples[g->n], *last = g->n ? s - 1 : NULL;
    *s = g->open;
    s->own = own;
    s->cost = cost;
    s->n = s->rms = n;
    s->sum_own = own + (last ? last->sum_own : 0);
    s->sum_cost = cost + (last ? last->sum_cost : 0);
    s->sum_n = n + (last ? last->sum_n : 0);
    s->samples = ++g->n;
    x->sampled = 0;
}

static void add_point(struct ordo_raw_point *points, uint64_t most, uint64_t n, uint64_t cost) {
    if (n >= most) abort();
    struct ordo_raw_point before = points[n];
    points[n] = raw_image_point(n, 1, cost);
    if (!before.count) return;
    points[n].count += before.count;
    points[n].sum += before.sum;
    points[n].self += before.self;
    points[n].sumsq_low += before.sumsq_low;
    if (before.min < points[n].min) points[n].min = before.min;
    if (before.max > points[n].max) points[n].max = before.max;
}

static void count_activation(struct ordo_raw_total *total, struct ordo_raw_context *node,
                             bool outermost, uint64_t cost, uint64_t self) {
    total->calls++;
    total->self += self;
    if (outermost) total->cost += cost;
    node->calls++;
    node->cost += cost;
    node->self += self;
}

static uint32_t visit(struct walks *x, uint32_t vertex);

/* Returns the length of the longest chain below the vertex. */
static uint32_t visit_children(struct walks *x, uint32_t vertex) {
    struct gate *g = &x->loop;
    bool sample = ask(x, g), recorded = x->sampled;
    uint64_t began = x->steps, children = 0;
    uint32_t depth = 0;
    g->executions++;
    x->loops++;
    for (uint32_t c = x->child[vertex]; c; c = x->sibling[c], children++) {
        x->steps++;
        uint32_t below = visit(x, c) + 1;
        if (below > depth) depth = below;
    }
    uint64_t cost = x->steps - began;
    g->iterations += children;
    if (!--x->loops) x->all.loop_cost += cost;
    if (!recorded) {
        g->plain++;
        g->plain_iterations += children;
        return depth;
    }
    uint32_t node = sample ? OF_LOOP : x->sampled == VISIT ? ITS_LOOP : INNER_LOOP;
    count_activation(&x->of_loop, &x->nodes[node], x->loops == x->loops_below, cost, children);
    x->of_loop.iterations += children;
    add_point(x->by_children, MOST_CHILDREN, children, cost);
    if (sample) answer(x, g, children, cost, children);
    return depth;
}

static uint32_t visit(struct walks *x, uint32_t vertex) {
    struct gate *g = &x->visit;
    bool entry = !x->visits, sample = entry && ask(x, g), recorded = x->sampled;
    bool from_sample = x->sampled == LOOP && x->loops == x->loops_below + 1;
    uint64_t began = x->steps++, before = x->all.visits++;
    if (entry) g->executions++;
    x->visits++;
    uint32_t depth = x->child[vertex] ? visit_children(x, vertex) : 0;
    uint64_t cost = x->steps - began;
    if (!--x->visits) x->all.visit_cost += cost;
    if (!recorded) {
        g->plain += entry;
        return depth;
    }
    uint32_t node = sample ? OF_VISIT : x->sampled == VISIT ? VISITED : from_sample ? FIRST : INNER;
    count_activation(&x->of_visit, &x->nodes[node], x->visits == x->visits_below, cost, 1);
    if (!sample) return depth;
    x->of_visit.units++;
    add_point(x->by_depth, MOST_DEPTH, depth, cost);
    answer(x, g, x->all.visits - before, cost, depth);
    return depth;
}

/* Makes a random tree: each vertex is below an earlier one. Numbers begin at 1. */
static void grow(struct walks *x, uint32_t vertices, uint64_t *random) {
    for (uint32_t i = 2; i <= vertices; i++) {
        *random = *random * 6364136223846793005u + 1442695040888963407u;
        uint32_t parent = 1 + (uint32_t)(*random >> 33) % (i - 1);
        x->sibling[i] = x->child[parent];
        x->child[parent] = i;
    }
}

static void describe(struct raw_image *r, uint32_t pid, uint32_t rate) {
    const uint32_t recursive = ORDO_SCOPE_SAMPLED | ORDO_SCOPE_RECURSIVE;
    const struct raw_image_scope scopes[] = {
        {MAIN, 1, ORDO_KIND_ROUTINE, ORDO_SCOPE_SAMPLED, 10, 0, 0, MAIN, "main", "main", "a.c", "",
         0x1000, 0},
        {OUTER, 1, ORDO_KIND_LOOP, ORDO_SCOPE_SAMPLED, 12, 5, MAIN, MAIN, "", "main", "a.c", "",
         0x1100, 0},
        {VISIT, 1, ORDO_KIND_ROUTINE, recursive, 3, 0, 0, VISIT, "visit", "visit", "a.c", "",
         0x1200, 0},
        {LOOP, 1, ORDO_KIND_LOOP, ORDO_SCOPE_SAMPLED, 5, 5, VISIT, VISIT, "", "visit", "a.c", "",
         0x1300, 0},
        {ROOT, 0, ORDO_KIND_ROOT, 0, 0, 0, 0, ROOT, "", "", "", "", 0x1400, 0}};
    raw_image_init(r, pid);
    raw_image_header(r)->sampled = 1;
    raw_image_header(r)->rate = rate;
    raw_image_module(r, 1, "/home/u/program", "/home/u");
    for (size_t i = 0; i < 5; i++) raw_image_scope(r, &scopes[i]);
}

/* Moves used points to the front. Returns their number. */
static uint32_t pack(struct ordo_raw_point *points, uint32_t n) {
    uint32_t used = 0;
    for (uint32_t i = 0; i < n; i++)
        if (points[i].count) points[used++] = points[i];
    return used;
}

static void write_contexts(struct raw_image *r, struct walks *x) {
    static const uint32_t above[NODES] = {0, 1, 2, 3, 1, 5, 6, 7},
                          folded[NODES] = {[VISITED] = OF_VISIT + 1, [INNER] = FIRST + 1};
    static const uint32_t scope[NODES] = {ROOT, VISIT, LOOP, VISIT, LOOP, VISIT, LOOP, VISIT};
    for (uint32_t i = 0; i < NODES; i++) {
        x->nodes[i].parent = above[i];
        x->nodes[i].scope = scope[i];
        x->nodes[i].folded = folded[i];
    }
    raw_image_contexts(r, 1, 0, x->nodes, NODES);
}

static void write(struct raw_image *r, struct walks *x, uint32_t walks) {
    raw_image_thread(r, 1, x->of_visit.self + x->of_loop.self);
    x->of_visit.recurred = ORDO_RECURRED;
    raw_image_total(r, 1, VISIT, &x->of_visit);
    raw_image_total(r, 1, LOOP, &x->of_loop);
    raw_image_points(r, 1, LOOP, ORDO_METRIC_RMS, 0, x->by_children,
                     pack(x->by_children, MOST_CHILDREN), NULL);
    raw_image_points(r, 1, VISIT, ORDO_METRIC_DEPTH, 1, x->by_depth, pack(x->by_depth, MOST_DEPTH),
                     NULL);
    write_contexts(r, x);
    raw_image_gate_scopes(r, 1, (const uint32_t[]){OUTER, VISIT, LOOP}, 3);
    const struct ordo_raw_gate gates[] = {{walks, 0, 0, 1, 0},
                                          {0, 0, 0, x->visit.plain, 0},
                                          {x->loop.plain_iterations, 0, 0, x->loop.plain, 0}};
    raw_image_gates(r, 1, 1, gates, 3);
    if (x->visit.n) raw_image_samples(r, 1, x->visit.samples, x->visit.n);
    if (x->loop.n) raw_image_samples(r, 1, x->loop.samples, x->loop.n);
}

struct simulated_walks simulated_walks(struct raw_image *r, uint32_t pid, uint32_t vertices,
                                       uint32_t walks, uint32_t rate) {
    struct walks *x = zeroed(1, sizeof *x);
    uint64_t random = 1;
    x->rate = rate;
    x->child = zeroed(vertices + 1, sizeof *x->child);
    x->sibling = zeroed(vertices + 1, sizeof *x->sibling);
    x->visit.scope = VISIT;
    x->loop.scope = LOOP;
    grow(x, vertices, &random);
    for (uint32_t i = 0; i < walks; i++) {
        random = random * 6364136223846793005u + 1442695040888963407u;
        x->steps++;
        visit(x, i ? 1 + (uint32_t)(random >> 33) % vertices : 1);
    }
    describe(r, pid, rate);
    write(r, x, walks);
    struct simulated_walks all = x->all;
    all.executions = x->loop.executions;
    all.iterations = x->loop.iterations;
    all.cost = x->steps;
    free(x->child);
    free(x->sibling);
    free(x->visit.samples);
    free(x->loop.samples);
    free(x);
    return all;
}
