/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* nary.c: Trees with any number of children (13), and with parents as well (14). Each is built by a
 * recursion whose loop splits what is left in three.
 *
 * Algorithms:
 *   main: no data structure
 *   build_13a#1 + build_13a#2: construction of structure node_a; steps = 2*n - 1; n = elements of node_a 2..200
 *   sum_13a#1 + sum_13a#2: traversal of structure node_a; steps = 4*n; n = elements of node_a 2..200
 *   build_13e#1 + build_13e#2: construction of structure node_e; steps = 2*n - 1; n = elements of node_e 2..200
 *   sum_13e#1 + sum_13e#2: traversal of structure node_e; steps = 2*n - 1; n = elements of node_e 2..200
 *   build_13v#1 + build_13v#2: construction of structure node_v; steps = 2*n - 1; n = elements of node_v 2..200
 *   sum_13v#1 + sum_13v#2: traversal of structure node_v; steps = 2*n - 1; n = elements of node_v 2..200
 *   build_13i#1 + build_13i#2: construction of structure siblings; steps = 2*n - 1; n = elements of siblings 2..200
 *   sum_13i#1 + sum_13i#2: traversal of structure siblings; steps = 2*n - 1; n = elements of siblings 2..200
 *   build_14a#1 + build_14a#2: construction of structure up_a; steps = 2*n - 1; n = elements of up_a 2..200
 *   sum_14a#1 + sum_14a#2: traversal of structure up_a; steps = 2*n - 1; n = elements of up_a 2..200
 *   build_14e#1 + build_14e#2: construction of structure up_e; steps = 2*n - 1; n = elements of up_e 2..200
 *   sum_14e#1 + sum_14e#2: traversal of structure up_e; steps = 2*n - 1; n = elements of up_e 2..200
 *   build_14v#1 + build_14v#2: construction of structure up_v; steps = 2*n - 1; n = elements of up_v 2..200
 *   sum_14v#1 + sum_14v#2: traversal of structure up_v; steps = 2*n - 1; n = elements of up_v 2..200
 *   build_14t#1 + build_14t#2: construction of structure up_t; steps = 2*n - 1; n = elements of up_t 2..200
 *   sum_14t#1 + sum_14t#2: traversal of structure up_t; steps = 2*n - 1; n = elements of up_t 2..200 */
#include "styles.h"

#define SPLIT(n, k) (((n) + (k)-1) / (k))

/* 13a: an arena, with room for three children in each node. */
struct node_a {
    int value;
    struct node_a *children[3];
};
static struct node_a *build_13a(struct arena *a, int n) {
    struct node_a *x = arena_take(a, sizeof *x);
    memset(x, 0, sizeof *x);
    x->value = n--;
    for (int k = 3; k && n; k--) {
        int part = SPLIT(n, k);
        x->children[3 - k] = build_13a(a, part);
        n -= part;
    }
    return x;
}
static long sum_13a(const struct node_a *x) {
    long sum = x->value;
    for (int i = 0; i < 3; i++)
        if (x->children[i]) sum += sum_13a(x->children[i]);
    return sum;
}

/* 13e: children in an array of their own, and a stack as large as the tree. */
struct node_e {
    struct node_e **children;
    int n, value;
};
static struct node_e *build_13e(int n) {
    struct node_e *x = malloc(sizeof *x);
    x->value = n--;
    x->n = 0;
    x->children = malloc(3 * sizeof *x->children);
    for (int k = 3; k && n; k--) {
        int part = SPLIT(n, k);
        x->children[x->n++] = build_13e(part);
        n -= part;
    }
    return x;
}
static long sum_13e(struct node_e *root, int n) {
    struct node_e **stack = malloc(n * sizeof *stack);
    int used = 0;
    long sum = 0;
    stack[used++] = root;
    while (used) {
        struct node_e *x = stack[--used];
        sum += x->value;
        for (int i = 0; i < x->n; i++) stack[used++] = x->children[i];
    }
    free(stack);
    return sum;
}

/* 13v: children as `void *`. */
struct node_v {
    void **children;
    size_t n;
    int value;
};
static void add_13v(struct node_v *x, void *child) {
    void **more = malloc((x->n + 1) * sizeof *more);
    if (x->n) memcpy(more, x->children, x->n * sizeof *more);
    free(x->children);
    more[x->n++] = child;
    x->children = more;
}
static struct node_v *build_13v(int n) {
    struct node_v *x = calloc(1, sizeof *x);
    x->value = n--;
    for (int k = 3; k && n; k--) {
        int part = SPLIT(n, k);
        add_13v(x, build_13v(part));
        n -= part;
    }
    return x;
}
static long sum_13v(const struct node_v *x) {
    long sum = x->value;
    for (size_t i = 0; i < x->n; i++) sum += sum_13v(x->children[i]);
    return sum;
}

/* 13i: links to the first child and the next sibling, inside of a record. */
struct siblings {
    struct siblings *first, *next;
};
struct entry {
    char name[16];
    struct siblings in;
    long size;
};
#define ENTRY(s) ((struct entry *)((char *)(s)-offsetof(struct entry, in)))
static struct siblings *build_13i(int n) {
    struct entry *e = calloc(1, sizeof *e);
    e->size = n--;
    for (int k = 3; k && n; k--) {
        int part = SPLIT(n, k);
        struct siblings *child = build_13i(part);
        child->next = e->in.first;
        e->in.first = child;
        n -= part;
    }
    return &e->in;
}
static long sum_13i(const struct siblings *s) {
    long sum = ENTRY(s)->size;
    for (const struct siblings *c = s->first; c; c = c->next) sum += sum_13i(c);
    return sum;
}

/* 14a: a pool, with links to the first child, the next sibling and the parent. */
struct up_a {
    struct up_a *parent, *first, *next;
    int value;
};
static struct up_a *build_14a(struct up_a *pool, int *used, int n) {
    struct up_a *x = &pool[(*used)++];
    x->value = n--;
    x->parent = x->first = x->next = NULL;
    for (int k = 3; k && n; k--) {
        int part = SPLIT(n, k);
        struct up_a *child = build_14a(pool, used, part);
        child->parent = x;
        child->next = x->first;
        x->first = child;
        n -= part;
    }
    return x;
}
static long sum_14a(const struct up_a *x) {
    long sum = x->value;
    for (const struct up_a *c = x->first; c; c = c->next) sum += sum_14a(c);
    return sum;
}

/* 14e: a queue that is a ring. */
struct up_e {
    struct up_e *parent, *first, *next;
    int value;
};
struct ring_14e {
    struct up_e **items;
    int first, n, room;
};
static struct up_e *build_14e(int n) {
    struct up_e *x = calloc(1, sizeof *x);
    x->value = n--;
    for (int k = 3; k && n; k--) {
        int part = SPLIT(n, k);
        struct up_e *child = build_14e(part);
        child->parent = x;
        child->next = x->first;
        x->first = child;
        n -= part;
    }
    return x;
}
static void put_14e(struct ring_14e *r, struct up_e *x) {
    r->items[(r->first + r->n++) % r->room] = x;
}
static struct up_e *take_14e(struct ring_14e *r) {
    struct up_e *x = r->items[r->first];
    r->first = (r->first + 1) % r->room;
    r->n--;
    return x;
}
static long sum_14e(struct up_e *root, int n) {
    struct ring_14e ring = {malloc((2 * n / 3 + 4) * sizeof root), 0, 0, 2 * n / 3 + 4};
    long sum = 0;
    put_14e(&ring, root);
    while (ring.n) {
        struct up_e *x = take_14e(&ring);
        sum += x->value;
        for (struct up_e *c = x->first; c; c = c->next) put_14e(&ring, c);
    }
    free(ring.items);
    return sum;
}

/* 14v: a vector of `void *` as it is used for everything in a program. */
typedef struct {
    void **items;
    size_t n, room;
} vector;
static void vector_add(vector *v, void *item) {
    if (v->n == v->room) {
        v->room = v->room ? 2 * v->room : 4;
        v->items = realloc(v->items, v->room * sizeof *v->items);
    }
    v->items[v->n++] = item;
}
static void *vector_get(const vector *v, size_t i) {
    return v->items[i];
}
struct up_v {
    struct up_v *parent;
    vector children;
    int value;
};
static struct up_v *build_14v(int n) {
    struct up_v *x = calloc(1, sizeof *x);
    x->value = n--;
    for (int k = 3; k && n; k--) {
        int part = SPLIT(n, k);
        struct up_v *child = build_14v(part);
        child->parent = x;
        vector_add(&x->children, child);
        n -= part;
    }
    return x;
}
static long sum_14v(const struct up_v *x) {
    long sum = x->value;
    for (size_t i = 0; i < x->children.n; i++) sum += sum_14v(vector_get(&x->children, i));
    return sum;
}

/* 14t: the last sibling's link leads to the parent and has a mark. */
struct up_t {
    struct up_t *first;
    uintptr_t next;
    int value;
};
static struct up_t *build_14t(int n) {
    struct up_t *x = calloc(1, sizeof *x);
    x->value = n--;
    for (int k = 3; k && n; k--) {
        int part = SPLIT(n, k);
        struct up_t *child = build_14t(part);
        child->next = x->first ? (uintptr_t)x->first : (uintptr_t)x | 1;
        x->first = child;
        n -= part;
    }
    return x;
}
static struct up_t *next_14t(const struct up_t *x) {
    return x->next & 1 ? NULL : (struct up_t *)x->next;
}
static long sum_14t(const struct up_t *x) {
    long sum = x->value;
    for (const struct up_t *c = x->first; c; c = next_14t(c)) sum += sum_14t(c);
    return sum;
}

int main(void) {
    FOR_SIZES(n) {
        struct arena *arena = arena_new(n * 64);
        sink = sum_13a(build_13a(arena, n));
        arena_free(arena);
        sink = sum_13e(build_13e(n), n);
        sink = sum_13v(build_13v(n));
        sink = sum_13i(build_13i(n));
        struct up_a *pool = malloc(n * sizeof *pool);
        int used = 0;
        sink = sum_14a(build_14a(pool, &used, n));
        free(pool);
        sink = sum_14e(build_14e(n), n);
        sink = sum_14v(build_14v(n));
        sink = sum_14t(build_14t(n));
    }
    return 0;
}
