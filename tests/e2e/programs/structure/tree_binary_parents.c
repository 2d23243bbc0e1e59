/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tree_binary_parents.c: Table 1, tree, linked, bidi: nodes know their parents, binary.
 *
 * Algorithms:
 *   main: no data structure
 *   build: construction of structure node; steps = 2 * n + 1; n = elements 4..64; creations = n
 *   visit: traversal of structure node; steps = 2 * n + 1; n = elements 4..64
 *   add_all + add: construction of structure node; class = n^2; n = elements 4..64; steps = n + n * (n - 1) // 2
 *   walk#1: traversal of structure node; class = log n; n = elements 4..64
 *   walk#2 + walk#3 + walk#4: traversal of structure node; class = any; n = elements 4..64
 *   destroy: traversal of structure node; steps = 2 * n + 1; n = elements 4..64
 *
 * add_all inserts growing numbers into a search tree, which becomes a list. Variant 2: the links are an array
 * of two. */
#include <stdlib.h>

static volatile int sink;

struct node {
    int value;
    struct node *parent;
#if VARIANT == 1
    struct node *left, *right;
#define LEFT left
#define RIGHT right
#else
    struct node *child[2];
#define LEFT child[0]
#define RIGHT child[1]
#endif
};

static struct node *node_new(int value) {
    struct node *n = malloc(sizeof *n);
    n->value = value;
    n->LEFT = n->RIGHT = NULL;
    n->parent = NULL;
    return n;
}

static struct node *build(int n) {
    if (n == 0) return NULL;
    struct node *node = node_new(n);
    node->LEFT = build((n - 1) / 2);
    node->RIGHT = build(n - 1 - (n - 1) / 2);
    if (node->LEFT) node->LEFT->parent = node;
    if (node->RIGHT) node->RIGHT->parent = node;
    return node;
}

static int visit(const struct node *node) {
    return node ? node->value + visit(node->LEFT) + visit(node->RIGHT) : 0;
}

static struct node *add(struct node *root, int value) {
    struct node *node = node_new(value), *at = root;
    if (!root) return node;
    for (;;) {
        if (value < at->value) {
            if (!at->LEFT) {
                at->LEFT = node;
                break;
            }
            at = at->LEFT;
        } else {
            if (!at->RIGHT) {
                at->RIGHT = node;
                break;
            }
            at = at->RIGHT;
        }
    }
    node->parent = at;
    return root;
}

static struct node *add_all(int n) {
    struct node *root = NULL;
    for (int i = 0; i < n; i++) root = add(root, i);
    return root;
}

static int walk(const struct node *at) {
    int s = 0;
    while (at->LEFT) at = at->LEFT;
    while (at) {
        s += at->value;
        if (at->RIGHT) {
            at = at->RIGHT;
            while (at->LEFT) at = at->LEFT;
        } else {
            const struct node *from;
            do {
                from = at;
                at = at->parent;
            } while (at && at->RIGHT == from);
        }
    }
    return s;
}

static void destroy(struct node *node) {
    if (!node) return;
    destroy(node->LEFT);
    destroy(node->RIGHT);
    free(node);
}

int main(void) {
    for (int n = 4; n <= 64; n += 4) {
        struct node *tree = build(n);
        sink = visit(tree);
        sink = walk(tree);
        destroy(tree);
        add_all(n);
    }
    return 0;
}
