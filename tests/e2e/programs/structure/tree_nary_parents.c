/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tree_nary_parents.c: Table 1, tree, linked, bidi, n-ary: every node has up to three children.
 *
 * Algorithms:
 *   main: no data structure
 *   build#1 + build#2: construction of structure node; steps = 2 * n - 1; n = elements 4..64; creations = n
 *   visit#1 + visit#2: traversal of structure node; steps = 2 * n - 1; n = elements 4..64
 *   destroy#1 + destroy#2: traversal of structure node; steps = 2 * n - 1; n = elements 4..64
 *   deepest: traversal of structure node; class = any; n = elements 4..64
 *   depth: traversal of structure node; class = log n; n = elements 4..64
 *
 * Variant 1: children in an array of their own. Variant 2: in an array within the node. Variant 3: in
 * a flexible array at the node's end. Variant 4: the first child and the next sibling. */
#include <stdlib.h>

static volatile int sink;

struct node {
    int value, n_children;
    struct node *parent;
#if VARIANT == 1
    struct node **children;
#elif VARIANT == 2
    struct node *children[3];
#elif VARIANT == 3
    struct node *children[];
#else
    struct node *first, *next;
#endif
};

static struct node *node_new(int value, int n_children) {
#if VARIANT == 3
    struct node *n = malloc(sizeof *n + (size_t)n_children * sizeof *n->children);
#else
    struct node *n = malloc(sizeof *n);
#endif
#if VARIANT == 1
    n->children = malloc((size_t)n_children * sizeof *n->children);
#elif VARIANT == 4
    n->first = n->next = NULL;
#endif
    n->parent = NULL;
    n->value = value;
    n->n_children = n_children;
    return n;
}

/* Builds a tree of n > 0 nodes: the first is the root, the others are divided among its children. */
static struct node *build(int n) {
    int n_children = n - 1 < 3 ? n - 1 : 3;
    struct node *node = node_new(n, n_children);
    for (int i = 0; i < n_children; i++) {
        struct node *child = build((n - 1 + i) / n_children);
#if VARIANT == 4
        child->next = node->first;
        node->first = child;
#else
        node->children[i] = child;
#endif
        child->parent = node;
    }
    return node;
}

static int visit(const struct node *node) {
    int s = node->value;
#if VARIANT == 4
    for (const struct node *child = node->first; child; child = child->next) s += visit(child);
#else
    for (int i = 0; i < node->n_children; i++) s += visit(node->children[i]);
#endif
    return s;
}

/* Climbs from the child that was made last to the root. */
static int depth(const struct node *node) {
    int d = 0;
    for (; node->parent; node = node->parent) d++;
    return d;
}

static const struct node *deepest(const struct node *node) {
#if VARIANT == 4
    while (node->first) node = node->first;
#else
    while (node->n_children) node = node->children[node->n_children - 1];
#endif
    return node;
}

static void destroy(struct node *node) {
#if VARIANT == 4
    for (struct node *child = node->first, *next; child; child = next) {
        next = child->next;
        destroy(child);
    }
#else
    for (int i = 0; i < node->n_children; i++) destroy(node->children[i]);
#endif
#if VARIANT == 1
    free(node->children);
#endif
    free(node);
}

int main(void) {
    for (int n = 4; n <= 64; n += 4) {
        struct node *tree = build(n);
        sink = visit(tree);
        sink = depth(deepest(tree));
        destroy(tree);
    }
    return 0;
}
