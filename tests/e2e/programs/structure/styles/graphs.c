/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* graphs.c: Linked graphs whose edges can be followed in one direction (16), in two (17), or have
 * none (18). The edges of vertex i lead to 2i + 1 and 2i + 2, modulo the number of vertices. Each
 * function that walks is a depth-first search from the first vertex, recursive or with a stack.
 * With lists of edges, objects are vertices and edges.
 * Variants: 1 to 3 are the three kinds of graphs. Intrusive links of edges (16i, 18i) are reported as lists of links
 * (docs/structures.md), so nothing is expected of them.
 *
 * Algorithms:
 *   main: no data structure
 *   [1] build_16a#1: construction of array vertex_a *; steps = n; n = used of vertex_a * 2..92
 *   [1] build_16a#2 + build_16a#3: construction of array vertex_a *; steps = 3*n; n = used of vertex_a * 2..92
 *   [1] visit_16a#1 + visit_16a#2: traversal of structure vertex_a; steps = n; n = elements of vertex_a 6..276
 *   [1] build_16e#1: construction of array vertex_e *; steps = n; n = used of vertex_e * 2..92
 *   [1] build_16e#2 + build_16e#3: construction of array vertex_e *; steps = 3*n; n = used of vertex_e * 2..92
 *   [1] visit_16e#1 + visit_16e#2: traversal of structure vertex_e; steps = n; n = elements of vertex_e 6..276
 *   [1] build_16v#1: construction of array vertex_v *; steps = n; n = used of vertex_v * 2..92
 *   [1] build_16v#2 + build_16v#3: modification of array vertex_v *; steps = 3*n; n = used of vertex_v * 2..92
 *   [1] visit_16v#1 + visit_16v#2: traversal of structure vertex_v; steps = 3*n; n = elements of vertex_v 2..92
 *   [1] *_16i*: any
 *   [3] *_18i*: any
 *   [2] build_17a#1 + build_17a#2: construction of structure arc_a; steps = n; n = elements of arc_a 6..276
 *   [2] visit_17a#1 + visit_17a#2: traversal of structure both_a; steps = n; n = elements of both_a 6..276
 *   [2] build_17e#1: construction of array both_e *; steps = n; n = used of both_e * 2..92
 *   [2] build_17e#2 + build_17e#3: construction of array both_e *; steps = 3*n; n = used of both_e * 2..92
 *   [2] visit_17e#1 + visit_17e#2: traversal of structure both_e; steps = n; n = elements of both_e 6..276
 *   [2] build_17s#1: construction of array both_s *; steps = n; n = used of both_s * 2..92
 *   [2] build_17s#2 + build_17s#3: construction of array both_s *; steps = 3*n; n = used of both_s * 2..92
 *   [2] visit_17s#1 + visit_17s#2: traversal of structure both_s; class = n; n = elements of both_s 7..277; steps = n - 1
 *   [2] build_17v#1: construction of array both_v *; steps = n; n = used of both_v * 2..92
 *   [2] build_17v#2 + build_17v#3: modification of array both_v *...
 *   [2] visit_17v#1 + visit_17v#2: traversal of structure both_v; steps = 3*n; n = elements of both_v 2..92
 *   [3] build_18a#1: construction of array any_a *; steps = n; n = used of any_a * 2..92
 *   [3] build_18a#2 + build_18a#3: construction of array any_a *; steps = 3*n; n = used of any_a * 2..92
 *   [3] visit_18a#1 + visit_18a#2: traversal of structure any_a; steps = n; n = elements of any_a 10..460
 *   [3] build_18e#1: construction of array any_e *; steps = n; n = used of any_e * 2..92
 *   [3] build_18e#2 + build_18e#3: construction of array any_e *; steps = 3*n; n = used of any_e * 2..92
 *   [3] visit_18e#1 + visit_18e#2: traversal of structure any_e; steps = n; n = elements of any_e 10..460
 *   [3] build_18v#1: construction of array any_v *; steps = n; n = used of any_v * 2..92
 *   [3] build_18v#2 + build_18v#3: modification of array any_v *...
 *   [3] visit_18v#1 + visit_18v#2: traversal of structure any_v; steps = 5*n; n = elements of any_v 2..92 */
#define MOST 100
#include "styles.h"

#define TARGET(i, k, n) ((2 * (i) + 1 + (k)) % (n))

/* 16a: vertices and edges of one arena. */
struct edge_a;
struct vertex_a {
    struct edge_a *edges;
    int seen;
};
struct edge_a {
    struct edge_a *next;
    struct vertex_a *to;
};
static struct vertex_a *build_16a(struct arena *a, int n) {
    struct vertex_a **all = malloc(n * sizeof *all), *first;
    for (int i = 0; i < n; i++) {
        all[i] = arena_take(a, sizeof **all);
        all[i]->edges = NULL;
        all[i]->seen = 0;
    }
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 2; k++) {
            struct edge_a *e = arena_take(a, sizeof *e);
            e->to = all[TARGET(i, k, n)];
            e->next = all[i]->edges;
            all[i]->edges = e;
        }
    first = all[0];
    free(all);
    return first;
}
static int visit_16a(struct vertex_a *v) {
    int n = 1;
    v->seen = 1;
    for (struct edge_a *e = v->edges; e; e = e->next)
        if (!e->to->seen) n += visit_16a(e->to);
    return n;
}

/* 16e: a stack. */
struct edge_e;
struct vertex_e {
    int seen;
    struct edge_e *edges;
};
struct edge_e {
    struct vertex_e *to;
    struct edge_e *next;
    double weight;
};
static struct vertex_e *build_16e(int n) {
    struct vertex_e **all = malloc(n * sizeof *all), *first;
    for (int i = 0; i < n; i++) all[i] = calloc(1, sizeof **all);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 2; k++) {
            struct edge_e *e = malloc(sizeof *e);
            e->to = all[TARGET(i, k, n)];
            e->weight = k;
            e->next = all[i]->edges;
            all[i]->edges = e;
        }
    first = all[0];
    free(all);
    return first;
}
static int visit_16e(struct vertex_e *start, int n) {
    struct vertex_e **stack = malloc(n * sizeof *stack);
    int used = 0, found = 0;
    start->seen = 1;
    stack[used++] = start;
    while (used) {
        struct vertex_e *v = stack[--used];
        found++;
        for (struct edge_e *e = v->edges; e; e = e->next) {
            if (e->to->seen) continue;
            e->to->seen = 1;
            stack[used++] = e->to;
        }
    }
    free(stack);
    return found;
}

/* 16v: neighbours as `void *`. */
struct vertex_v {
    void *neighbours[2];
    int seen;
};
static struct vertex_v *build_16v(int n) {
    struct vertex_v **all = malloc(n * sizeof *all), *first;
    for (int i = 0; i < n; i++) all[i] = calloc(1, sizeof **all);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 2; k++) all[i]->neighbours[k] = all[TARGET(i, k, n)];
    first = all[0];
    free(all);
    return first;
}
static int visit_16v(struct vertex_v *v) {
    int n = 1;
    v->seen = 1;
    for (int k = 0; k < 2; k++) {
        struct vertex_v *to = v->neighbours[k];
        if (!to->seen) n += visit_16v(to);
    }
    return n;
}

/* 16i: an edge's link is inside of it. */
struct chain {
    struct chain *next;
};
struct vertex_i {
    struct chain *edges;
    int seen;
};
struct edge_i {
    struct vertex_i *to;
    struct chain chain;
};
#define EDGE_I(c) ((struct edge_i *)((char *)(c)-offsetof(struct edge_i, chain)))
static struct vertex_i *build_16i(int n) {
    struct vertex_i **all = malloc(n * sizeof *all), *first;
    for (int i = 0; i < n; i++) all[i] = calloc(1, sizeof **all);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 2; k++) {
            struct edge_i *e = malloc(sizeof *e);
            e->to = all[TARGET(i, k, n)];
            e->chain.next = all[i]->edges;
            all[i]->edges = &e->chain;
        }
    first = all[0];
    free(all);
    return first;
}
static int visit_16i(struct vertex_i *v) {
    int n = 1;
    v->seen = 1;
    for (struct chain *c = v->edges; c; c = c->next) {
        struct edge_i *e = EDGE_I(c);
        if (!e->to->seen) n += visit_16i(e->to);
    }
    return n;
}

/* 17a: pools of vertices and edges in one record; edges know both ends. */
struct arc_a;
struct both_a {
    struct arc_a *out, *in;
    int seen;
};
struct arc_a {
    struct both_a *from, *to;
    struct arc_a *next_out, *next_in;
};
struct graph_17a {
    struct both_a vertices[MOST];
    struct arc_a arcs[2 * MOST];
    int used;
};
static struct both_a *build_17a(struct graph_17a *g, int n) {
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 2; k++) {
            struct arc_a *a = &g->arcs[g->used++];
            struct both_a *from = &g->vertices[i], *to = &g->vertices[TARGET(i, k, n)];
            a->from = from;
            a->to = to;
            a->next_out = from->out;
            from->out = a;
            a->next_in = to->in;
            to->in = a;
        }
    return &g->vertices[0];
}
static int visit_17a(struct both_a *v) {
    int n = 1;
    v->seen = 1;
    for (struct arc_a *a = v->out; a; a = a->next_out)
        if (!a->to->seen) n += visit_17a(a->to);
    return n;
}

/* 17e: a queue. */
struct arc_e;
struct both_e {
    struct arc_e *out, *in;
    int seen;
};
struct arc_e {
    struct arc_e *next_out, *next_in;
    struct both_e *from, *to;
};
struct queue_17e {
    struct both_e **items;
    size_t head, tail;
};
static struct both_e *build_17e(int n) {
    struct both_e **all = malloc(n * sizeof *all), *first;
    for (int i = 0; i < n; i++) all[i] = calloc(1, sizeof **all);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 2; k++) {
            struct arc_e *a = malloc(sizeof *a);
            a->from = all[i];
            a->to = all[TARGET(i, k, n)];
            a->next_out = a->from->out;
            a->from->out = a;
            a->next_in = a->to->in;
            a->to->in = a;
        }
    first = all[0];
    free(all);
    return first;
}
static void enqueue(struct queue_17e *q, struct both_e *v) {
    v->seen = 1;
    q->items[q->tail++] = v;
}
static int visit_17e(struct both_e *start, int n) {
    struct queue_17e q = {malloc(n * sizeof start), 0, 0};
    enqueue(&q, start);
    while (q.head < q.tail) {
        struct both_e *v = q.items[q.head++];
        for (struct arc_e *a = v->out; a; a = a->next_out)
            if (!a->to->seen) enqueue(&q, a->to);
    }
    free(q.items);
    return (int)q.tail;
}

/* 17s: lists of edges end at an edge that leads nowhere. */
struct arc_s;
struct both_s {
    struct arc_s *out, *in;
    int seen;
};
struct arc_s {
    struct both_s *from, *to;
    struct arc_s *next_out, *next_in;
};
static struct both_s *build_17s(int n) {
    struct both_s **all = malloc(n * sizeof *all), *first;
    struct arc_s *end = calloc(1, sizeof *end);
    end->next_out = end->next_in = end;
    for (int i = 0; i < n; i++) {
        all[i] = calloc(1, sizeof **all);
        all[i]->out = all[i]->in = end;
    }
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 2; k++) {
            struct arc_s *a = malloc(sizeof *a);
            a->from = all[i];
            a->to = all[TARGET(i, k, n)];
            a->next_out = a->from->out;
            a->from->out = a;
            a->next_in = a->to->in;
            a->to->in = a;
        }
    first = all[0];
    free(all);
    return first;
}
static int visit_17s(struct both_s *v) {
    int n = 1;
    v->seen = 1;
    for (struct arc_s *a = v->out; a->to; a = a->next_out)
        if (!a->to->seen) n += visit_17s(a->to);
    return n;
}

/* 17v: `void *` in both directions. */
struct both_v {
    void *to[2];
    void **from;
    int n_from, seen;
};
static void add_17v(struct both_v *v, void *from) {
    v->from = realloc(v->from, (v->n_from + 1) * sizeof *v->from);
    v->from[v->n_from++] = from;
}
static struct both_v *build_17v(int n) {
    struct both_v **all = malloc(n * sizeof *all), *first;
    for (int i = 0; i < n; i++) all[i] = calloc(1, sizeof **all);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 2; k++) {
            all[i]->to[k] = all[TARGET(i, k, n)];
            add_17v(all[TARGET(i, k, n)], all[i]);
        }
    first = all[0];
    free(all);
    return first;
}
static int visit_17v(struct both_v *v) {
    int n = 1;
    v->seen = 1;
    for (int k = 0; k < 2; k++) {
        struct both_v *to = v->to[k];
        if (!to->seen) n += visit_17v(to);
    }
    return n;
}

/* 18a: an arena; each edge is in the lists of both ends. */
struct end_a;
struct any_a {
    struct end_a *ends;
    int seen;
};
struct end_a {
    struct any_a *other;
    struct end_a *next;
};
static void join_18a(struct arena *a, struct any_a *x, struct any_a *y) {
    struct end_a *e = arena_take(a, sizeof *e);
    e->other = y;
    e->next = x->ends;
    x->ends = e;
}
static struct any_a *build_18a(struct arena *a, int n) {
    struct any_a **all = malloc(n * sizeof *all), *first;
    for (int i = 0; i < n; i++) {
        all[i] = arena_take(a, sizeof **all);
        memset(all[i], 0, sizeof **all);
    }
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 2; k++) {
            join_18a(a, all[i], all[TARGET(i, k, n)]);
            join_18a(a, all[TARGET(i, k, n)], all[i]);
        }
    first = all[0];
    free(all);
    return first;
}
static int visit_18a(struct any_a *v) {
    int n = 1;
    v->seen = 1;
    for (struct end_a *e = v->ends; e; e = e->next)
        if (!e->other->seen) n += visit_18a(e->other);
    return n;
}

/* 18e: a stack that grows. */
struct end_e;
typedef struct any_e {
    struct end_e *ends;
    int seen;
} any_e;
typedef struct end_e {
    any_e *other;
    struct end_e *next;
} end_e;
typedef struct {
    any_e **items;
    size_t n, room;
} stack_e;
static void join_18e(any_e *x, any_e *y) {
    end_e *e = malloc(sizeof *e);
    e->other = y;
    e->next = x->ends;
    x->ends = e;
}
static any_e *build_18e(int n) {
    any_e **all = malloc(n * sizeof *all), *first;
    for (int i = 0; i < n; i++) all[i] = calloc(1, sizeof **all);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 2; k++) {
            join_18e(all[i], all[TARGET(i, k, n)]);
            join_18e(all[TARGET(i, k, n)], all[i]);
        }
    first = all[0];
    free(all);
    return first;
}
static void push(stack_e *s, any_e *v) {
    if (s->n == s->room) {
        s->room = s->room ? 2 * s->room : 4;
        s->items = realloc(s->items, s->room * sizeof *s->items);
    }
    v->seen = 1;
    s->items[s->n++] = v;
}
static any_e *pop(stack_e *s) {
    return s->n ? s->items[--s->n] : NULL;
}
static int visit_18e(any_e *start) {
    stack_e s = {NULL, 0, 0};
    int found = 0;
    push(&s, start);
    for (any_e *v; (v = pop(&s)) != NULL; found++)
        for (end_e *e = v->ends; e; e = e->next)
            if (!e->other->seen) push(&s, e->other);
    free(s.items);
    return found;
}

/* 18v: neighbours in an array of `void *` that grows. */
struct any_v {
    void **others;
    int n, room, seen;
};
static void join_18v(struct any_v *x, struct any_v *y) {
    if (x->n == x->room) {
        x->room = x->room ? 2 * x->room : 2;
        x->others = realloc(x->others, x->room * sizeof *x->others);
    }
    x->others[x->n++] = y;
}
static struct any_v *build_18v(int n) {
    struct any_v **all = malloc(n * sizeof *all), *first;
    for (int i = 0; i < n; i++) all[i] = calloc(1, sizeof **all);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 2; k++) {
            join_18v(all[i], all[TARGET(i, k, n)]);
            join_18v(all[TARGET(i, k, n)], all[i]);
        }
    first = all[0];
    free(all);
    return first;
}
static int visit_18v(struct any_v *v) {
    int n = 1;
    v->seen = 1;
    for (int i = 0; i < v->n; i++) {
        struct any_v *to = v->others[i];
        if (!to->seen) n += visit_18v(to);
    }
    return n;
}

/* 18i: the links of an edge are inside of it. */
struct list {
    struct list *next;
};
struct any_i {
    struct list *ends;
    int seen;
};
struct end_i {
    int weight;
    struct any_i *other;
    struct list list;
};
static void join_18i(struct any_i *x, struct any_i *y) {
    struct end_i *e = malloc(sizeof *e);
    e->other = y;
    e->list.next = x->ends;
    x->ends = &e->list;
}
static struct any_i *build_18i(int n) {
    struct any_i **all = malloc(n * sizeof *all), *first;
    for (int i = 0; i < n; i++) all[i] = calloc(1, sizeof **all);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 2; k++) {
            join_18i(all[i], all[TARGET(i, k, n)]);
            join_18i(all[TARGET(i, k, n)], all[i]);
        }
    first = all[0];
    free(all);
    return first;
}
static int visit_18i(struct any_i *v) {
    int n = 1;
    v->seen = 1;
    for (struct list *l = v->ends; l; l = l->next) {
        struct end_i *e = (struct end_i *)((char *)l - offsetof(struct end_i, list));
        if (!e->other->seen) n += visit_18i(e->other);
    }
    return n;
}

int main(void) {
    FOR_SIZES(n) {
        struct arena *arena = arena_new(n * 256);
#if VARIANT == 1
        sink = visit_16a(build_16a(arena, n));
        sink = visit_16e(build_16e(n), n);
        sink = visit_16v(build_16v(n));
        sink = visit_16i(build_16i(n));
#elif VARIANT == 2
        struct graph_17a *g = calloc(1, sizeof *g);
        sink = visit_17a(build_17a(g, n));
        free(g);
        sink = visit_17e(build_17e(n), n);
        sink = visit_17s(build_17s(n));
        sink = visit_17v(build_17v(n));
#else
        sink = visit_18a(build_18a(arena, n));
        sink = visit_18e(build_18e(n));
        sink = visit_18v(build_18v(n));
        sink = visit_18i(build_18i(n));
#endif
        arena_free(arena);
    }
    return 0;
}
