/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* graph_directed.c: Table 1, graph, linked, directed: every vertex has a list of its outgoing edges.
 * An edge goes from each vertex to each of the next three.
 *
 * Algorithms:
 *   main: no data structure
 *   vertices: construction of structure vertex; steps = n; n = elements 8..64; creations = n
 *   [1] connect_all#1 + connect_all#2: construction of structure vertex; steps = n; n = elements 32..256; creations = 3 * n // 4
 *   [1] count#1 + count#2: traversal of structure vertex; steps = n; n = elements 32..256
 *   [1] visit#1 + visit#2: traversal of structure vertex; steps = n; n = elements 32..256
 *   [2] connect_all#1 + connect_all#2: modification of structure vertex; steps = 4 * n; n = elements 8..64
 *   [2] count#1 + count#2: traversal of structure vertex; steps = 4 * n; n = elements 8..64
 *   [2] visit#1 + visit#2: traversal of structure vertex; steps = 4 * n; n = elements 8..64
 *
 * Variant 1: edges are objects. Variant 2: edges are arrays of vertices. */
#include <stdlib.h>

static volatile int sink;

#if VARIANT == 1
struct edge;

struct vertex {
    struct vertex *next; /* in the list of all vertices */
    struct edge *edges;
    int seen;
};

struct edge {
    struct edge *next; /* of the same vertex */
    struct vertex *to;
};

static void connect(struct vertex *from, struct vertex *to) {
    struct edge *e = malloc(sizeof *e);
    e->to = to;
    e->next = from->edges;
    from->edges = e;
}

#define EACH_EDGE(e, v) struct edge *e = (v)->edges; e; e = e->next
#define OTHER_END(e, v) (e)->to
#else
struct vertex {
    struct vertex *next; /* in the list of all vertices */
    struct vertex **out;
    int n_out, seen;
};

static struct vertex **grown(struct vertex **vertices, int n, struct vertex *v) {
    vertices = realloc(vertices, (size_t)(n + 1) * sizeof *vertices);
    vertices[n] = v;
    return vertices;
}

static void connect(struct vertex *from, struct vertex *to) {
    from->out = grown(from->out, from->n_out++, to);
}

#define EACH_EDGE(e, v) int e = 0; e < (v)->n_out; e++
#define OTHER_END(e, v) (v)->out[e]
#endif

static struct vertex *vertices(int n) {
    struct vertex *first = NULL;
    for (int i = 0; i < n; i++) {
        struct vertex *v = calloc(1, sizeof *v);
        v->next = first;
        first = v;
    }
    return first;
}

static void connect_all(struct vertex *first) {
    for (struct vertex *from = first; from; from = from->next) {
        struct vertex *to = from;
        for (int i = 0; i < 3; i++) {
            to = to->next ? to->next : first;
            connect(from, to);
        }
    }
}

static int count(const struct vertex *first) {
    int s = 0;
    for (const struct vertex *v = first; v; v = v->next)
        for (EACH_EDGE(e, v)) s += OTHER_END(e, v) != v;
    return s;
}

static int visit(struct vertex *v) {
    int s = 1;
    v->seen = 1;
    for (EACH_EDGE(e, v))
        if (!OTHER_END(e, v)->seen) s += visit(OTHER_END(e, v));
    return s;
}

int main(void) {
    for (int n = 8; n <= 64; n += 4) {
        struct vertex *graph = vertices(n);
        connect_all(graph);
        sink = count(graph);
        sink = visit(graph);
    }
    return 0;
}
