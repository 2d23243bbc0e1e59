/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * trees.c: search trees, and walks through trees.
 */
#include "models/algorithm.h"

struct search_tree {
    int *left, *right, *height;
    size_t used;
};

static struct search_tree search_tree(size_t n) {
    return (struct search_tree){scratch_ints(n), scratch_ints(n), scratch_ints(n), 0};
}

static int taller(int a, int b) {
    return a > b ? a : b;
}

static void update_height(struct search_tree *t, int v) {
    t->height[v] = 1 + taller(t->height[t->left[v]], t->height[t->right[v]]);
}

static int rotate_right(struct search_tree *t, int v) {
    int u = t->left[v];
    STEP;
    t->left[v] = t->right[u];
    t->right[u] = v;
    update_height(t, v);
    update_height(t, u);
    return u;
}

static int rotate_left(struct search_tree *t, int v) {
    int u = t->right[v];
    STEP;
    t->right[v] = t->left[u];
    t->left[u] = v;
    update_height(t, v);
    update_height(t, u);
    return u;
}

/* Nodes are their keys, from 1 on. */
static int avl_insert(struct search_tree *t, int v, int key) {
    STEP;
    if (!v) {
        t->height[key] = 1;
        return key;
    }
    if (key < v)
        STEP, t->left[v] = avl_insert(t, t->left[v], key);
    else
        STEP, t->right[v] = avl_insert(t, t->right[v], key);
    update_height(t, v);
    int lean = t->height[t->left[v]] - t->height[t->right[v]];
    if (lean > 1) {
        STEP;
        if (key > t->left[v]) t->left[v] = rotate_left(t, t->left[v]);
        return rotate_right(t, v);
    }
    if (lean < -1) {
        STEP;
        if (key < t->right[v]) t->right[v] = rotate_right(t, t->right[v]);
        return rotate_left(t, v);
    }
    return v;
}

static void avl_build(size_t n, struct random_numbers *r) {
    int *keys = permutation(r, n), root = 0;
    struct search_tree t = search_tree(n);
    begin_steps();
    for (size_t i = 0; i < n; i++) STEP, root = avl_insert(&t, root, keys[i] + 1);
}

static int treap_insert(struct search_tree *t, int v, int key, const int *priority) {
    STEP;
    if (!v) return key;
    if (key < v) {
        STEP;
        t->left[v] = treap_insert(t, t->left[v], key, priority);
        if (priority[t->left[v]] > priority[v]) return rotate_right(t, v);
    } else {
        STEP;
        t->right[v] = treap_insert(t, t->right[v], key, priority);
        if (priority[t->right[v]] > priority[v]) return rotate_left(t, v);
    }
    return v;
}

static void treap_build(size_t n, struct random_numbers *r) {
    int *keys = permutation(r, n), *priority = random_ints(r, n + 1, 1 << 30), root = 0;
    struct search_tree t = search_tree(n);
    begin_steps();
    for (size_t i = 0; i < n; i++) STEP, root = treap_insert(&t, root, keys[i] + 1, priority);
}

/* Keys in order make a list of the tree. */
static void unbalanced_build_in_order(size_t n, struct random_numbers *r) {
    int *right = scratch_ints(n);
    (void)r;
    begin_steps();
    for (size_t i = 1; i < n; i++) {
        size_t v = 0;
        STEP;
        while (right[v]) STEP, v = (size_t)right[v];
        right[v] = (int)i;
    }
}

/* A random tree: every node's parent is an earlier one. */
static int *random_parents(struct random_numbers *r, size_t n) {
    int *parent = scratch_ints(n);
    for (size_t i = 1; i < n; i++) parent[i] = (int)below(r, i);
    return parent;
}

static void subtree_sums(size_t n, struct random_numbers *r) {
    int *parent = random_parents(r, n), *sum = random_ints(r, n, 10);
    begin_steps();
    for (size_t i = n; i-- > 1;) STEP, sum[parent[i]] += sum[i];
}

/* Paths to the root of a random tree have log n nodes. */
static void depths_by_walking_up(size_t n, struct random_numbers *r) {
    int *parent = random_parents(r, n);
    begin_steps();
    for (size_t i = 0; i < n; i++) {
        STEP;
        for (size_t v = i; v; v = (size_t)parent[v]) STEP;
    }
}

static void common_ancestor(size_t n, struct random_numbers *r) {
    size_t a = n + below(r, n), b = n + below(r, n);
    begin_steps();
    while (a != b) {
        STEP;
        if (a > b)
            a /= 2;
        else
            b /= 2;
    }
}

static void tree_in_order(size_t v, size_t n) {
    STEP;
    if (v > n) return;
    tree_in_order(2 * v, n);
    STEP;
    tree_in_order(2 * v + 1, n);
}

static void in_order_walk(size_t n, struct random_numbers *r) {
    (void)r;
    begin_steps();
    tree_in_order(1, n);
}

static int range_sum(size_t low, size_t high, size_t a, size_t b) {
    STEP;
    if (b <= low || high <= a) return 0;
    if (a <= low && high <= b) return 1;
    size_t middle = (low + high) / 2;
    STEP;
    return range_sum(low, middle, a, b) + range_sum(middle, high, a, b);
}

static void segment_tree_query(size_t n, struct random_numbers *r) {
    size_t a = below(r, n), b = a + below(r, n - a) + 1;
    begin_steps();
    range_sum(0, n, a, b);
}

static void splay_keys_in_order(size_t n, struct random_numbers *r) {
    struct search_tree t = search_tree(n + 1);
    int root = 0;
    (void)r;
    for (int key = (int)n; key >= 1; key--) t.right[key] = root, root = key;
    begin_steps();
    for (int key = 1; key <= (int)n; key++) {
        STEP;
        while (root < key && t.right[root]) STEP, root = rotate_left(&t, root);
    }
}

FAMILY(trees, ROW(avl_build, N_LOG, 8, 5000, 0), ROW(treap_build, N_LOG, 8, 5000, 0),
       ROW(unbalanced_build_in_order, N2, 4, 1500, POLYNOMIAL),
       ROW(subtree_sums, N, 4, 10000, POLYNOMIAL), ROW(depths_by_walking_up, N_LOG, 8, 8000, 0),
       ROW(common_ancestor, LOG, 8, 20000, 0), ROW(in_order_walk, N, 4, 10000, POLYNOMIAL),
       ROW(segment_tree_query, LOG, 16, 20000, 0),
       ROW(splay_keys_in_order, N, 4, 10000, POLYNOMIAL));
