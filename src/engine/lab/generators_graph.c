/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * generators_graph.c: makes graphs. Edges (u < v) are collected, sorted, freed of duplicates, given
 * weights, and laid out as two arcs each. Sorted by (u, v), they fill every vertex's arcs by rising
 * target: first the arcs to lower vertices, then those to higher ones.
 */
#include "engine/lab/generator_block.h"
#include "ordo/ordo.h"

#include <stdbool.h>
#include <stdlib.h>

enum { HEAVIEST = 100 };

struct edge {
    size_t u, v;
    int weight;
};
struct edges {
    struct edge *of;
    size_t n, room;
    bool failed;
};

static void add(struct edges *edges, size_t u, size_t v) {
    if (u == v || edges->failed) return;
    if (edges->n == edges->room) {
        size_t room = edges->room ? 2 * edges->room : 64;
        struct edge *more = reallocarray(edges->of, room, sizeof *more);
        if (!more) {
            edges->failed = true;
            return;
        }
        edges->of = more;
        edges->room = room;
    }
    edges->of[edges->n++] = u < v ? (struct edge){u, v, 0} : (struct edge){v, u, 0};
}

static int by_ends(const void *a, const void *b) {
    const struct edge *x = a, *y = b;
    if (x->u != y->u) return x->u < y->u ? -1 : 1;
    return (x->v > y->v) - (x->v < y->v);
}

static void make_unique(struct edges *edges) {
    size_t kept = 0;
    if (edges->n) qsort(edges->of, edges->n, sizeof *edges->of, by_ends);
    for (size_t i = 0; i < edges->n; i++)
        if (i == 0 || by_ends(&edges->of[i - 1], &edges->of[i]) != 0)
            edges->of[kept++] = edges->of[i];
    edges->n = kept;
}

/* Lays out the arcs. `filled` counts the arcs of each vertex so far. */
static void lay_out(struct ordo_graph *graph, const struct edges *edges, size_t *filled) {
    for (size_t i = 0; i < edges->n; i++) {
        graph->first[edges->of[i].u + 1]++;
        graph->first[edges->of[i].v + 1]++;
    }
    for (size_t v = 0; v < graph->n_vertices; v++) graph->first[v + 1] += graph->first[v];
    for (size_t i = 0; i < edges->n; i++) {
        const struct edge *e = &edges->of[i];
        graph->arcs[graph->first[e->v] + filled[e->v]++] = (struct ordo_arc){e->u, e->weight};
    }
    for (size_t i = 0; i < edges->n; i++) {
        const struct edge *e = &edges->of[i];
        graph->arcs[graph->first[e->u] + filled[e->u]++] = (struct ordo_arc){e->v, e->weight};
    }
}

static struct ordo_graph *graph_new(size_t n, struct edges *edges, uint64_t *random) {
    struct ordo_graph *graph = NULL;
    size_t *filled = olab_array_new(n, sizeof *filled);
    make_unique(edges);
    for (size_t i = 0; i < edges->n; i++)
        edges->of[i].weight = 1 + (int)ordo_random_below(random, HEAVIEST);
    struct olab_block block = {0};
    if (filled && !edges->failed)
        block = olab_block_new(sizeof *graph, n + 1, sizeof *graph->first, 2 * edges->n,
                               sizeof *graph->arcs);
    graph = block.head;
    if (graph) {
        *graph = (struct ordo_graph){n, 2 * edges->n, block.first, block.second};
        lay_out(graph, edges, filled);
    }
    free(filled);
    free(edges->of);
    return graph;
}

/* Connects each vertex except 0 to an earlier one. */
static void add_tree(struct edges *edges, size_t n, uint64_t *random) {
    for (size_t v = 1; v < n; v++) add(edges, (size_t)ordo_random_below(random, v), v);
}

struct ordo_graph *ordo_make_sparse_graph(size_t n, uint64_t seed) {
    struct edges edges = {0};
    add_tree(&edges, n, &seed);
    for (size_t k = 0; k < n; k++) {
        size_t u = (size_t)ordo_random_below(&seed, n), v = (size_t)ordo_random_below(&seed, n);
        add(&edges, u, v);
    }
    return graph_new(n, &edges, &seed);
}

struct ordo_graph *ordo_make_dense_graph(size_t n, uint64_t seed) {
    struct edges edges = {0};
    add_tree(&edges, n, &seed);
    for (size_t v = 1; v < n; v++)
        for (size_t u = 0; u < v; u++)
            if (ordo_random_below(&seed, 2)) add(&edges, u, v);
    return graph_new(n, &edges, &seed);
}

struct ordo_graph *ordo_make_grid_graph(size_t n, uint64_t seed) {
    struct edges edges = {0};
    size_t width = 1;
    while (width * width < n) width++;
    for (size_t v = 0; v < n; v++) {
        if (v % width) add(&edges, v - 1, v);
        if (v >= width) add(&edges, v - width, v);
    }
    return graph_new(n, &edges, &seed);
}

struct ordo_graph *ordo_make_path_graph(size_t n, uint64_t seed) {
    struct edges edges = {0};
    for (size_t v = 1; v < n; v++) add(&edges, v - 1, v);
    return graph_new(n, &edges, &seed);
}
