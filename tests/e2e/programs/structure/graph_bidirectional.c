/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* graph_bidirectional.c: Table 1, graph, linked, bidi: every vertex has lists of its outgoing and its
 * incoming edges. An edge goes from each vertex to each of the next three.
 *
 * Algorithms:
 *   main: no data structure
 *   vertices: construction of structure vertex; steps = n; n = elements 8..64; creations = n
 *   [1] connect_all#1 + connect_all#2: construction of structure vertex; steps = n; n = elements 32..256; creations = 3 * n // 4
 *   [1] count#1 + count#2: traversal of structure vertex; steps = n; n = elements 32..256
 *   [1] visit#1 + visit#2: traversal of structure vertex; steps = n; n = elements 32..256
 *   [1] sources#1 + sources#2: traversal of structure vertex; steps = n; n = elements 32..256
 *   [2] connect_all#1 + connect_all#2: modification of structure vertex; steps = 4 * n; n = elements 8..64
 *   [2] count#1 + count#2: traversal of structure vertex; steps = 4 * n; n = elements 8..64
 *   [2] visit#1 + visit#2: traversal of structure vertex; steps = 4 * n; n = elements 8..64
 *   [2] sources#1 + sources#2: traversal of structure vertex; steps = 4 * n; n = elements 8..64
 *
 * Variant 1: edges are objects. Variant 2: edges are arrays of vertices. */
#include <stdlib.h>

static volatile int sink;

#if VARIANT == 1
struct edge;

struct vertex {
    struct vertex *next; /* in the list of all vertices */
    struct edge *edges, *incoming;
    int seen;
};

struct edge {
    struct edge *next, *next_incoming;
    struct vertex *from, *to;
};

static void connect(struct vertex *from, struct vertex *to) {
    struct edge *e = malloc(sizeof *e);
    e->from = from;
    e->to = to;
    e->next = from->edges;
    from->edges = e;
    e->next_incoming = to->incoming;
    to->incoming = e;
}

#define EACH_EDGE(e, v) struct edge *e = (v)->edges; e; e = e->next
#define OTHER_END(e, v) (e)->to
#define EACH_INCOMING(e, v) struct edge *e = (v)->incoming; e; e = e->next_incoming
#define SOURCE(e, v) (e)->from
#else
struct vertex {
    struct vertex *next; /* in the list of all vertices */
    struct vertex **out, **in;
    int n_out, n_in, seen;
};

static struct vertex **grown(struct vertex **vertices, int n, struct vertex *v) {
    vertices = realloc(vertices, (size_t)(n + 1) * sizeof *vertices);
    vertices[n] = v;
    return vertices;
}

static void connect(struct vertex *from, struct vertex *to) {
    from->out = grown(from->out, from->n_out++, to);
    to->in = grown(to->in, to->n_in++, from);
}

#define EACH_EDGE(e, v) int e = 0; e < (v)->n_out; e++
#define OTHER_END(e, v) (v)->out[e]
#define EACH_INCOMING(e, v) int e = 0; e < (v)->n_in; e++
#define SOURCE(e, v) (v)->in[e]
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

static int sources(const struct vertex *first) {
    int s = 0;
    for (const struct vertex *v = first; v; v = v->next)
        for (EACH_INCOMING(e, v)) s += SOURCE(e, v) != v;
    return s;
}

int main(void) {
    for (int n = 8; n <= 64; n += 4) {
        struct vertex *graph = vertices(n);
        connect_all(graph);
        sink = count(graph);
        sink = visit(graph);
        sink = sources(graph);
    }
    return 0;
}
