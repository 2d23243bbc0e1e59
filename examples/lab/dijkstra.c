/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Dijkstra's shortest paths with the simplest queue, an array: n searches for the nearest of n
 * vertices, which take longer than following the arcs unless the graph is dense.
 *
 * Count of shortest/ordo_dense_graph: looked_at = n^2
 * Also of shortest: looked_at = n^2
 * Count of shortest/ordo_path_graph: arcs = 2 * (n - 1) where n >= 1
 * Count of shortest/ordo_dense_graph: arcs <= n^2
 */
#include <ordo/ordo.h>

#include <limits.h>
#include <stdlib.h>

static size_t nearest(const long *distance, const char *done, size_t n) {
    size_t best = n;
    for (size_t v = 0; v < n; v++) {
        int is_open = !done[v]; /* count: looked_at */
        if (is_open && (best == n || distance[v] < distance[best])) best = v;
    }
    return best;
}

static long dijkstra(const struct ordo_graph *g, size_t source) {
    size_t n = g->n_vertices;
    long *distance = malloc(n * sizeof *distance), farthest = 0;
    char *done = calloc(n, 1);
    if (!distance || !done) abort();
    for (size_t v = 0; v < n; v++) distance[v] = LONG_MAX;
    distance[source] = 0;
    for (size_t round = 0; round < n; round++) {
        size_t v = nearest(distance, done, n);
        done[v] = 1;
        farthest = distance[v];
        for (size_t a = g->first[v]; a < g->first[v + 1]; a++) {
            long through_v = distance[v] + g->arcs[a].weight; /* count: arcs */
            if (through_v < distance[g->arcs[a].to]) distance[g->arcs[a].to] = through_v;
        }
    }
    free(distance);
    free(done);
    return farthest;
}

static long shortest(struct ordo_graph *g, size_t n) {
    return n ? dijkstra(g, 0) : 0;
}

/* Weights are from 1 to 100. */
static int is_possible(const struct ordo_graph *g, size_t n, const struct ordo_graph *result,
                       long farthest) {
    (void)g, (void)result;
    return n < 2 ? farthest == 0 : farthest >= 1 && farthest <= 100 * ((long)n - 1);
}

ORDO_EXPERIMENT(shortest,
                .inputs = ORDO_INPUTS(ordo_sparse_graph, ordo_dense_graph, ordo_path_graph),
                .to = 60, .step = 4, .check = is_possible);
