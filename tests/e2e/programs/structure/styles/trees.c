/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* trees.c: Binary trees with links to children (11), and to parents as well (12).
 *
 * Algorithms:
 *   main: no data structure
 *   build_11s: construction of structure tree_s; steps = 2*n - 1; n = elements of tree_s 3..201
 *   sum_11s: traversal of structure tree_s; steps = 2*n - 1; n = elements of tree_s 3..201
 *   build_11a: construction of structure tree_a; steps = 2*n + 1; n = elements of tree_a 2..200
 *   sum_11a: traversal of structure tree_a; steps = 2*n + 1; n = elements of tree_a 2..200
 *   build_11e: construction of structure tree_e; steps = 2*n + 1; n = elements of tree_e 2..200
 *   sum_11e: traversal of structure tree_e; steps = n; n = elements of tree_e 2..200
 *   free_11e: traversal of structure tree_e; steps = n; n = elements of tree_e 2..200
 *   build_11t: construction of structure tree_t; steps = 2*n + 1; n = elements of tree_t 2..200
 *   sum_11t: traversal of structure tree_t; steps = 2*n + 1; n = elements of tree_t 2..200
 *   build_12s: construction of structure tree_ps; steps = 2*n - 1; n = elements of tree_ps 3..201
 *   sum_12s: traversal of structure tree_ps; steps = 2*n - 1; n = elements of tree_ps 3..201
 *   build_12a: construction of structure tree_pa; steps = 2*n + 1; n = elements of tree_pa 2..200
 *   sum_12a: traversal of structure tree_pa; steps = 2*n + 1; n = elements of tree_pa 2..200
 *   build_12e: construction of structure tree_pe; steps = 2*n + 1; n = elements of tree_pe 2..200
 *   sum_12e: traversal of structure tree_pe; steps = n; n = elements of tree_pe 2..200
 *   build_12t: construction of structure tree_pt; steps = 2*n + 1; n = elements of tree_pt 2..200
 *   sum_12t: traversal of structure tree_pt; steps = 2*n + 1; n = elements of tree_pt 2..200 */
#include "styles.h"

/* 11s: one node stands for all missing ones. */
struct tree_s {
    int key;
    struct tree_s *left, *right;
};
static struct tree_s nil_s = {0, &nil_s, &nil_s};
static struct tree_s *build_11s(int low, int high) {
    if (low >= high) return &nil_s;
    int middle = (low + high) / 2;
    struct tree_s *t = malloc(sizeof *t);
    t->key = middle;
    t->left = build_11s(low, middle);
    t->right = build_11s(middle + 1, high);
    return t;
}
static long sum_11s(const struct tree_s *t) {
    return t == &nil_s ? 0 : t->key + sum_11s(t->left) + sum_11s(t->right);
}

/* 11a: nodes of a pool in one record. */
struct tree_a {
    struct tree_a *left, *right;
    int key;
};
struct pool_a {
    int used;
    struct tree_a nodes[MOST];
};
static struct tree_a *build_11a(struct pool_a *pool, int low, int high) {
    if (low >= high) return NULL;
    int middle = (low + high) / 2;
    struct tree_a *t = &pool->nodes[pool->used++];
    t->key = middle;
    t->left = build_11a(pool, low, middle);
    t->right = build_11a(pool, middle + 1, high);
    return t;
}
static long sum_11a(const struct tree_a *t) {
    return t ? t->key + sum_11a(t->left) + sum_11a(t->right) : 0;
}

/* 11e: a stack that grows. */
typedef struct tree_e {
    struct tree_e *child[2];
    long key;
} tree_e;
typedef struct {
    tree_e **items;
    int n, room;
} stack_e;
static tree_e *build_11e(int low, int high) {
    if (low >= high) return NULL;
    int middle = (low + high) / 2;
    tree_e *t = calloc(1, sizeof *t);
    t->key = middle;
    t->child[0] = build_11e(low, middle);
    t->child[1] = build_11e(middle + 1, high);
    return t;
}
static void push_11e(stack_e *s, tree_e *t) {
    if (!t) return;
    if (s->n == s->room) {
        s->room = s->room ? 2 * s->room : 8;
        s->items = realloc(s->items, s->room * sizeof *s->items);
    }
    s->items[s->n++] = t;
}
static long sum_11e(tree_e *root) {
    stack_e s = {NULL, 0, 0};
    long sum = 0;
    push_11e(&s, root);
    while (s.n > 0) {
        tree_e *t = s.items[--s.n];
        sum += t->key;
        push_11e(&s, t->child[1]);
        push_11e(&s, t->child[0]);
    }
    free(s.items);
    return sum;
}
static void free_11e(tree_e *root) {
    stack_e s = {NULL, 0, 0};
    push_11e(&s, root);
    while (s.n > 0) {
        tree_e *t = s.items[--s.n];
        push_11e(&s, t->child[1]);
        push_11e(&s, t->child[0]);
        free(t);
    }
    free(s.items);
}

/* 11t: colours in the pointers to children. */
struct tree_t {
    int key;
    uintptr_t left, right;
};
#define NODE_T(link) ((struct tree_t *)((link) & ~(uintptr_t)1))
static struct tree_t *build_11t(int low, int high) {
    if (low >= high) return NULL;
    int middle = (low + high) / 2;
    struct tree_t *t = malloc(sizeof *t);
    t->key = middle;
    t->left = (uintptr_t)build_11t(low, middle) | (middle & 1);
    t->right = (uintptr_t)build_11t(middle + 1, high);
    return t;
}
static long sum_11t(const struct tree_t *t) {
    return t ? t->key + sum_11t(NODE_T(t->left)) + sum_11t(NODE_T(t->right)) : 0;
}

/* 12s: the same as 11s, with parents. */
struct tree_ps {
    struct tree_ps *parent, *left, *right;
    int key;
};
static struct tree_ps nil_ps = {&nil_ps, &nil_ps, &nil_ps, 0};
static struct tree_ps *build_12s(struct tree_ps *parent, int low, int high) {
    if (low >= high) return &nil_ps;
    int middle = (low + high) / 2;
    struct tree_ps *t = malloc(sizeof *t);
    t->key = middle;
    t->parent = parent;
    t->left = build_12s(t, low, middle);
    t->right = build_12s(t, middle + 1, high);
    return t;
}
static long sum_12s(const struct tree_ps *t) {
    return t == &nil_ps ? 0 : t->key + sum_12s(t->left) + sum_12s(t->right);
}

/* 12a: an arena. */
struct tree_pa {
    struct tree_pa *parent, *left, *right;
    double key;
};
static struct tree_pa *build_12a(struct arena *a, struct tree_pa *parent, int low, int high) {
    if (low >= high) return NULL;
    int middle = (low + high) / 2;
    struct tree_pa *t = arena_take(a, sizeof *t);
    t->key = middle;
    t->parent = parent;
    t->left = build_12a(a, t, low, middle);
    t->right = build_12a(a, t, middle + 1, high);
    return t;
}
static double sum_12a(const struct tree_pa *t) {
    return t ? t->key + sum_12a(t->left) + sum_12a(t->right) : 0;
}

/* 12e: a queue in a static array. */
struct tree_pe {
    struct tree_pe *parent, *left, *right;
    int key;
};
static struct tree_pe *queue_12e[MOST];
static struct tree_pe *build_12e(struct tree_pe *parent, int low, int high) {
    if (low >= high) return NULL;
    int middle = (low + high) / 2;
    struct tree_pe *t = malloc(sizeof *t);
    t->key = middle;
    t->parent = parent;
    t->left = build_12e(t, low, middle);
    t->right = build_12e(t, middle + 1, high);
    return t;
}
static long sum_12e(struct tree_pe *root) {
    int head = 0, tail = 0;
    long sum = 0;
    queue_12e[tail++] = root;
    while (head < tail) {
        struct tree_pe *t = queue_12e[head++];
        sum += t->key + (t->parent ? t->parent->key : 0);
        if (t->left) queue_12e[tail++] = t->left;
        if (t->right) queue_12e[tail++] = t->right;
    }
    return sum;
}

/* 12t: the colour is in the pointer to the parent. */
struct tree_pt {
    uintptr_t parent_and_colour;
    struct tree_pt *right, *left;
    int key;
};
static struct tree_pt *parent_12t(const struct tree_pt *t) {
    return (struct tree_pt *)(t->parent_and_colour & ~(uintptr_t)3);
}
static struct tree_pt *build_12t(struct tree_pt *parent, int low, int high) {
    if (low >= high) return NULL;
    int middle = (low + high) / 2;
    struct tree_pt *t = malloc(sizeof *t);
    t->key = middle;
    t->parent_and_colour = (uintptr_t)parent | (middle & 1);
    t->left = build_12t(t, low, middle);
    t->right = build_12t(t, middle + 1, high);
    return t;
}
static long sum_12t(const struct tree_pt *t) {
    if (!t) return 0;
    long above = parent_12t(t) ? parent_12t(t)->key : 0;
    return above + t->key + sum_12t(t->left) + sum_12t(t->right);
}

int main(void) {
    FOR_SIZES(n) {
        sink = sum_11s(build_11s(0, n));
        struct pool_a *pool = calloc(1, sizeof *pool);
        sink = sum_11a(build_11a(pool, 0, n));
        free(pool);
        tree_e *e = build_11e(0, n);
        sink = sum_11e(e);
        free_11e(e);
        sink = sum_11t(build_11t(0, n));
        sink = sum_12s(build_12s(&nil_ps, 0, n));
        struct arena *arena = arena_new(n * 64);
        sink = sum_12a(build_12a(arena, NULL, 0, n));
        arena_free(arena);
        sink = sum_12e(build_12e(NULL, 0, n));
        sink = sum_12t(build_12t(NULL, 0, n));
    }
    return 0;
}
