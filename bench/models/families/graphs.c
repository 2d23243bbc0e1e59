/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * graphs.c: graphs; n is the number of nodes.
 */
#include "models/algorithm.h"

/* Three edges out of each node. */
static int *three_edges(struct random_numbers *r, size_t n) {
    return random_ints(r, 3 * n, n);
}

static void topological_order(size_t n, struct random_numbers *r) {
    int *to = scratch_ints(3 * n), *degree = scratch_ints(n), *queue = scratch_ints(n);
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < 3; k++)
            to[3 * i + k] = i + 1 < n ? (int)(i + 1 + below(r, n - i - 1)) : 0;
    size_t head = 0, tail = 0;
    begin_steps();
    for (size_t e = 0; e + 3 < 3 * n; e++) STEP, degree[to[e]]++;
    for (size_t i = 0; i < n; i++) {
        STEP;
        if (!degree[i]) STEP, queue[tail++] = (int)i;
    }
    while (head < tail) {
        int v = queue[head++];
        STEP;
        if ((size_t)v + 1 == n) break;
        for (int k = 0; k < 3; k++) {
            STEP;
            if (!--degree[to[3 * v + k]]) STEP, queue[tail++] = to[3 * v + k];
        }
    }
}

static void depth_first(int v, const int *to, int *seen) {
    STEP;
    seen[v] = 1;
    for (int k = 0; k < 3; k++) {
        STEP;
        if (!seen[to[3 * v + k]]) depth_first(to[3 * v + k], to, seen);
    }
}

static void components_by_depth(size_t n, struct random_numbers *r) {
    int *to = three_edges(r, n), *seen = scratch_ints(n);
    begin_steps();
    for (size_t i = 0; i < n; i++) {
        STEP;
        if (!seen[i]) STEP, depth_first((int)i, to, seen);
    }
}

/* A path whose edges come in the worst order: every round settles one node. */
static void bellman_ford_backwards(size_t n, struct random_numbers *r) {
    int *distance = scratch_ints(n);
    (void)r;
    begin_steps();
    for (size_t i = 1; i < n; i++) STEP, distance[i] = 1 << 20;
    for (bool changed = true; changed;) {
        STEP;
        changed = false;
        for (size_t i = n; i-- > 1;) {
            STEP;
            if (distance[i - 1] + 1 < distance[i] && distance[i - 1] < 1 << 20)
                STEP, distance[i] = distance[i - 1] + 1, changed = true;
        }
    }
}

static void prim_dense(size_t n, struct random_numbers *r) {
    int *x = random_ints(r, n, 10000), *best = scratch_ints(n), *done = scratch_ints(n);
    size_t v = 0;
    begin_steps();
    for (size_t i = 0; i < n; i++) STEP, best[i] = 1 << 20;
    for (size_t round = 1; round < n; round++) {
        size_t next = n;
        STEP;
        done[v] = 1;
        for (size_t i = 0; i < n; i++) {
            STEP;
            if (done[i]) continue;
            int d = x[i] > x[v] ? x[i] - x[v] : x[v] - x[i];
            STEP;
            if (d < best[i]) STEP, best[i] = d;
            if (next == n || best[i] < best[next]) STEP, next = i;
        }
        v = next;
    }
}

static void transitive_closure(size_t n, struct random_numbers *r) {
    char *edge = scratch(n * n + 1, 1);
    for (size_t i = 0; i < 3 * n; i++) edge[below(r, n * n)] = 1;
    begin_steps();
    for (size_t k = 0; k < n; k++) {
        STEP;
        for (size_t i = 0; i < n; i++) {
            STEP;
            for (size_t j = 0; j < n; j++) {
                STEP;
                if (edge[i * n + k] && edge[k * n + j]) edge[i * n + j] = 1;
            }
        }
    }
}

static void count_triangles(size_t n, struct random_numbers *r) {
    char *edge = scratch(n * n + 1, 1);
    for (size_t i = 0; i < n * n; i++) edge[i] = chance(r, 0.5);
    begin_steps();
    for (size_t i = 0; i < n; i++) {
        STEP;
        for (size_t j = 0; j < i; j++) {
            STEP;
            if (!edge[i * n + j]) continue;
            for (size_t k = 0; k < j; k++) {
                STEP;
                if (edge[i * n + k] && edge[j * n + k]) STEP;
            }
        }
    }
}

/* A square of n cells, two thirds of them open. */
static void flood_fill(size_t n, struct random_numbers *r) {
    size_t side = 1;
    while ((side + 1) * (side + 1) <= n) side++;
    char *cell = scratch(side * side, 1);
    int *stack = scratch_ints(4 * side * side + 4), top = 0;
    for (size_t i = 0; i < side * side; i++) cell[i] = chance(r, 0.1);
    begin_steps();
    stack[top++] = (int)(side * side / 2);
    while (top) {
        size_t v = (size_t)stack[--top];
        STEP;
        if (cell[v]) continue;
        STEP;
        cell[v] = 1;
        if (v % side) stack[top++] = (int)v - 1;
        if (v % side + 1 < side) stack[top++] = (int)v + 1;
        if (v >= side) stack[top++] = (int)(v - side);
        if (v + side < side * side) stack[top++] = (int)(v + side);
    }
}

/* Breadth first from every node of a sparse graph. */
static void all_distances(size_t n, struct random_numbers *r) {
    int *to = three_edges(r, n), *seen = scratch_ints(n), *queue = scratch_ints(n);
    begin_steps();
    for (int start = 0; start < (int)n; start++) {
        size_t head = 0, tail = 1;
        STEP;
        queue[0] = start;
        seen[start] = start + 1;
        while (head < tail) {
            int v = queue[head++];
            STEP;
            for (int k = 0; k < 3; k++) {
                int u = to[3 * v + k];
                STEP;
                if (seen[u] != start + 1) STEP, seen[u] = start + 1, queue[tail++] = u;
            }
        }
    }
}

/* Looks through all that is left for the next job without open conditions. */
static void order_by_repeated_scans(size_t n, struct random_numbers *r) {
    int *after = permutation(r, n), *place = scratch_ints(n), *done = scratch_ints(n + 1);
    for (size_t i = 0; i < n; i++) place[after[i]] = (int)i;
    begin_steps();
    for (size_t left = n; left > 0;) {
        STEP;
        for (size_t i = 0; i < n; i++) {
            STEP;
            if (done[i] || (place[i] && !done[after[place[i] - 1]])) continue;
            STEP;
            done[i] = 1;
            left--;
        }
    }
}

FAMILY(graphs, ROW(topological_order, N, 8, 5000, 0), ROW(components_by_depth, N, 8, 3000, 0),
       ROW(bellman_ford_backwards, N2, 4, 1500, POLYNOMIAL), ROW(prim_dense, N2, 8, 250, 0),
       ROW(transitive_closure, N3, 3, 120, POLYNOMIAL), ROW(count_triangles, N3, 8, 40, 0),
       ROW(flood_fill, N, 64, 5000, STAIRS), ROW(all_distances, N2, 8, 200, 0),
       ROW(order_by_repeated_scans, N2, 8, 300, 0));
