/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Breadth-first search visits every vertex and every arc once.
 *
 * Count of search/ordo_path_graph: vertices = n
 * Count of search/ordo_path_graph: arcs = 2 * (n - 1) where n >= 1
 * Count of search/ordo_grid_graph: vertices = n
 * Count of search/ordo_grid_graph: arcs = 4 * (n - sqrt(n)) where square(n)
 * Count of search/ordo_sparse_graph: vertices = n
 */
#include <ordo/ordo.h>

#include <stdlib.h>

static size_t breadth_first(const struct ordo_graph *g, size_t source) {
    size_t *queue = calloc(g->n_vertices, sizeof *queue), head = 0, tail = 0;
    char *seen = calloc(g->n_vertices, 1);
    if (!queue || !seen) abort();
    queue[tail++] = source;
    seen[source] = 1;
    while (head < tail) {
        size_t v = queue[head++]; /* count: vertices */
        for (size_t a = g->first[v]; a < g->first[v + 1]; a++) {
            if (!seen[g->arcs[a].to]) { /* count: arcs */
                seen[g->arcs[a].to] = 1;
                queue[tail++] = g->arcs[a].to;
            }
        }
    }
    free(queue);
    free(seen);
    return tail;
}

static size_t search(struct ordo_graph *g, size_t n) {
    return n ? breadth_first(g, 0) : 0;
}

static int are_all(const struct ordo_graph *g, size_t n, const struct ordo_graph *result,
                   size_t reached) {
    (void)g, (void)result;
    return reached == n;
}

ORDO_EXPERIMENT(search, .inputs = ORDO_INPUTS(ordo_path_graph, ordo_grid_graph, ordo_sparse_graph),
                .to = 100, .step = 4, .check = are_all);
