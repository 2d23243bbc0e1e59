/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * pair_graphs.c: graphs of n vertices and m edges.
 */
#include "models/pairs/pair_algorithm.h"

struct graph {
    int *first, *next, *to, *weight; /* lists of edges; -1 ends a list */
};

/* A path through all vertices, and random edges. */
static struct graph random_graph(size_t n, size_t m, struct random_numbers *r) {
    struct graph g = {scratch_ints(n), scratch_ints(m), scratch_ints(m), scratch_ints(m)};
    for (size_t i = 0; i < n; i++) g.first[i] = -1;
    for (size_t k = 0; k < m; k++) {
        size_t from = k + 1 < n ? k : below(r, n);
        g.to[k] = k + 1 < n ? (int)k + 1 : (int)below(r, n);
        g.weight[k] = 1 + (int)below(r, 100);
        g.next[k] = g.first[from];
        g.first[from] = (int)k;
    }
    return g;
}

static double breadth_first(size_t n, size_t m, struct random_numbers *r) {
    struct graph g = random_graph(n, m, r);
    int *seen = scratch_ints(n), *queue = scratch_ints(n);
    size_t head = 0, tail = 0;
    begin_steps();
    for (size_t i = 0; i < n; i++) {
        STEP;
        if (seen[i]) continue;
        seen[i] = 1;
        queue[tail++] = (int)i;
        while (head < tail) {
            STEP;
            for (int e = g.first[queue[head++]]; e >= 0; e = g.next[e]) {
                STEP;
                if (!seen[g.to[e]]) STEP, seen[g.to[e]] = 1, queue[tail++] = g.to[e];
            }
        }
    }
    return (double)(n + 2 * m);
}

static double order_of_tasks(size_t n, size_t m, struct random_numbers *r) {
    struct graph g = random_graph(n, m, r);
    int *before = scratch_ints(n), *ready = scratch_ints(n);
    size_t many = 0;
    begin_steps();
    for (size_t k = 0; k < m; k++) STEP, before[g.to[k]]++;
    for (size_t i = 0; i < n; i++) {
        STEP;
        if (!before[i]) ready[many++] = (int)i;
    }
    for (size_t k = 0; k < m; k++) STEP;
    for (size_t i = 0; i < n; i++) STEP;
    return (double)(n + 2 * m);
}

static double relax_all_edges(size_t n, size_t m, struct random_numbers *r) {
    (void)r;
    begin_steps();
    for (size_t i = 1; i < n; i++) {
        STEP;
        for (size_t k = 0; k < m; k++) STEP;
    }
    return (double)(n + 3 * m);
}

/* Nearest vertices by an unsorted list: n^2 + m. */
static double paths_by_list(size_t n, size_t m, struct random_numbers *r) {
    struct graph g = random_graph(n, m, r);
    int *done = scratch_ints(n), *distance = scratch_ints(n);
    begin_steps();
    for (size_t i = 0; i < n; i++) STEP, distance[i] = i ? 1 << 28 : 0;
    for (size_t turn = 0; turn < n; turn++) {
        size_t nearest = n;
        STEP;
        for (size_t i = 0; i < n; i++) {
            STEP;
            if (!done[i] && (nearest == n || distance[i] < distance[nearest])) nearest = i;
        }
        done[nearest] = 1;
        for (int e = g.first[nearest]; e >= 0; e = g.next[e]) {
            STEP;
            int d = distance[nearest] + g.weight[e];
            if (d < distance[g.to[e]]) STEP, distance[g.to[e]] = d;
        }
    }
    return (double)(2 * n + 3 * m);
}

/* Every edge enters a heap of vertices and sinks to its bottom. */
static double edges_through_a_heap(size_t n, size_t m, struct random_numbers *r) {
    (void)r;
    begin_steps();
    for (size_t i = 0; i < n; i++) STEP;
    for (size_t k = 0; k < m; k++) {
        STEP;
        for (size_t at = 1; at < n; at *= 2) STEP;
    }
    return (double)(n + 2 * m);
}

/* A search from each vertex reaches all edges. */
static double reach_from_each(size_t n, size_t m, struct random_numbers *r) {
    (void)r;
    begin_steps();
    for (size_t i = 0; i < n; i++) {
        STEP;
        for (size_t k = 0; k < n; k++) STEP;
        for (size_t k = 0; k < m; k++) STEP;
    }
    return (double)(n + 2 * m);
}

PAIR_FAMILY(pair_graphs, PAIR(breadth_first, "n + m", true, 20, 3000, 20, 6000),
            PAIR(order_of_tasks, "n + m", true, 20, 3000, 20, 3000),
            PAIR(relax_all_edges, "n*m", false, 5, 300, 10, 800),
            PAIR(paths_by_list, "n^2 + m|n*m", false, 10, 90, 100, 9000),
            PAIR(edges_through_a_heap, "m log n|n + m log n", false, 4, 20000, 20, 3000),
            PAIR(reach_from_each, "n*m|n^2 + n*m", false, 5, 120, 50, 3000));
