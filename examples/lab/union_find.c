/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Union-find: sets are trees; the smaller one is linked to the larger one's root, and searches
 * halve the path. A connected graph of n vertices makes n - 1 links, whatever its edges.
 *
 * Count of components: links = n - 1 where n >= 1
 * Count of components: steps <= 8 * n * log2(n) where n >= 2
 */
#include <ordo/ordo.h>

#include <stdlib.h>

struct forest {
    size_t *parent, *size;
};

static size_t find(struct forest *f, size_t v) {
    while (f->parent[v] != v) {
        f->parent[v] = f->parent[f->parent[v]]; /* count: steps */
        v = f->parent[v];
    }
    return v;
}

static int join(struct forest *f, size_t u, size_t v) {
    size_t a = find(f, u), b = find(f, v);
    if (a == b) return 0;
    if (f->size[a] < f->size[b]) {
        f->parent[a] = b;
        f->size[b] += f->size[a];
    } else {
        f->parent[b] = a;
        f->size[a] += f->size[b];
    }
    return 1;
}

static size_t components(struct ordo_graph *g, size_t n) {
    struct forest f = {calloc(n + 1, sizeof(size_t)), calloc(n + 1, sizeof(size_t))};
    size_t left = n;
    if (!f.parent || !f.size) abort();
    for (size_t v = 0; v < n; v++) f.parent[v] = v, f.size[v] = 1;
    for (size_t v = 0; v < n; v++) {
        for (size_t a = g->first[v]; a < g->first[v + 1]; a++) {
            if (join(&f, v, g->arcs[a].to)) {
                left--; /* count: links */
            }
        }
    }
    free(f.parent);
    free(f.size);
    return left;
}

static int is_one(const struct ordo_graph *g, size_t n, const struct ordo_graph *result,
                  size_t left) {
    (void)g, (void)result;
    return left == (n > 0);
}

ORDO_EXPERIMENT(components, .inputs = ORDO_INPUTS(ordo_sparse_graph, ordo_path_graph), .to = 200,
                .step = 20, .check = is_one);
