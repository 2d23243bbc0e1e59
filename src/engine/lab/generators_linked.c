/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * generators_linked.c: makes lists and search trees. The nodes are an array behind the head. Tree
 * node k has key k, so that a shape is only a choice of links.
 */
#include "engine/lab/generator_block.h"
#include "ordo/ordo.h"

enum { VALUES = 1000000000 };

static struct ordo_list *list_new(size_t n) {
    struct ordo_list *list = NULL;
    struct olab_block block = olab_block_new(sizeof *list, n, sizeof *list->first, 0, 0);
    struct ordo_list_node *nodes = block.first;
    list = block.head;
    if (!list) return NULL;
    list->length = n;
    if (n) list->first = nodes;
    for (size_t i = 0; i + 1 < n; i++) nodes[i].next = &nodes[i + 1];
    return list;
}

struct ordo_list *ordo_make_random_list(size_t n, uint64_t seed) {
    struct ordo_list *list = list_new(n);
    for (struct ordo_list_node *node = list ? list->first : NULL; node; node = node->next)
        node->value = (int)ordo_random_below(&seed, VALUES);
    return list;
}

struct ordo_list *ordo_make_sorted_list(size_t n, uint64_t seed) {
    struct ordo_list *list = list_new(n);
    int value = 0;
    (void)seed;
    for (struct ordo_list_node *node = list ? list->first : NULL; node; node = node->next)
        node->value = value++;
    return list;
}

static struct ordo_tree *tree_new(size_t n, struct ordo_tree_node **nodes) {
    struct ordo_tree *tree = NULL;
    struct olab_block block = olab_block_new(sizeof *tree, n, sizeof **nodes, 0, 0);
    tree = block.head;
    *nodes = block.first;
    if (!tree) return NULL;
    tree->size = n;
    for (size_t i = 0; i < n; i++) (*nodes)[i].key = (int)i;
    return tree;
}

static void insert(struct ordo_tree *tree, struct ordo_tree_node *node) {
    struct ordo_tree_node **place = &tree->root;
    while (*place) place = node->key < (*place)->key ? &(*place)->left : &(*place)->right;
    *place = node;
}

struct ordo_tree *ordo_make_random_tree(size_t n, uint64_t seed) {
    struct ordo_tree_node *nodes;
    struct ordo_tree *tree = tree_new(n, &nodes);
    int *order = ordo_make_permutation(n, seed);
    for (size_t i = 0; tree && order && i < n; i++) insert(tree, &nodes[order[i]]);
    if (!order) ordo_release(tree), tree = NULL;
    ordo_release(order);
    return tree;
}

struct ordo_tree *ordo_make_degenerate_tree(size_t n, uint64_t seed) {
    struct ordo_tree_node *nodes;
    struct ordo_tree *tree = tree_new(n, &nodes);
    (void)seed;
    if (!tree || !n) return tree;
    tree->root = nodes;
    for (size_t i = 0; i + 1 < n; i++) nodes[i].right = &nodes[i + 1];
    return tree;
}

/* Returns the root of a balanced tree of nodes[from] to nodes[end - 1]. */
static struct ordo_tree_node *balance(struct ordo_tree_node *nodes, size_t from, size_t end) {
    if (from == end) return NULL;
    size_t middle = from + (end - from) / 2;
    nodes[middle].left = balance(nodes, from, middle);
    nodes[middle].right = balance(nodes, middle + 1, end);
    return &nodes[middle];
}

struct ordo_tree *ordo_make_balanced_tree(size_t n, uint64_t seed) {
    struct ordo_tree_node *nodes;
    struct ordo_tree *tree = tree_new(n, &nodes);
    (void)seed;
    if (tree) tree->root = balance(nodes, 0, n);
    return tree;
}
