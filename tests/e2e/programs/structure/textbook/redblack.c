/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* redblack.c: Insertion into a red-black tree.
 *
 * Algorithms:
 *   main: no data structure
 *   build + insert#1 + insert#2: construction of structure node; class = n log n; coefficient = any; n = elements 10..590 */
#include "textbook.h"

enum color { RED, BLACK };
struct node {
    int key;
    enum color color;
    struct node *left, *right, *parent;
};
static void rotate_left(struct node **root, struct node *x) {
    struct node *y = x->right;
    x->right = y->left;
    if (y->left) y->left->parent = x;
    y->parent = x->parent;
    if (!x->parent)
        *root = y;
    else if (x == x->parent->left)
        x->parent->left = y;
    else
        x->parent->right = y;
    y->left = x;
    x->parent = y;
}
static void rotate_right(struct node **root, struct node *x) {
    struct node *y = x->left;
    x->left = y->right;
    if (y->right) y->right->parent = x;
    y->parent = x->parent;
    if (!x->parent)
        *root = y;
    else if (x == x->parent->right)
        x->parent->right = y;
    else
        x->parent->left = y;
    y->right = x;
    x->parent = y;
}
static void insert(struct node **root, int key) {
    struct node *z = calloc(1, sizeof *z), *y = NULL;
    z->key = key;
    for (struct node *x = *root; x; x = key < x->key ? x->left : x->right) y = x;
    z->parent = y;
    if (!y)
        *root = z;
    else if (key < y->key)
        y->left = z;
    else
        y->right = z;
    z->color = RED;
    while (z->parent && z->parent->color == RED) {
        struct node *g = z->parent->parent;
        if (z->parent == g->left) {
            struct node *u = g->right;
            if (u && u->color == RED) {
                z->parent->color = u->color = BLACK;
                g->color = RED;
                z = g;
                continue;
            }
            if (z == z->parent->right) {
                z = z->parent;
                rotate_left(root, z);
            }
            z->parent->color = BLACK;
            g->color = RED;
            rotate_right(root, g);
        } else {
            struct node *u = g->left;
            if (u && u->color == RED) {
                z->parent->color = u->color = BLACK;
                g->color = RED;
                z = g;
                continue;
            }
            if (z == z->parent->left) {
                z = z->parent;
                rotate_right(root, z);
            }
            z->parent->color = BLACK;
            g->color = RED;
            rotate_left(root, g);
        }
    }
    (*root)->color = BLACK;
}
static struct node *build(int n) {
    struct node *root = NULL;
    for (int i = 0; i < n; i++) insert(&root, draw() % 1000000);
    return root;
}
int main(void) {
    for (int n = 10; n <= 600; n += 20) sink += build(n)->key;
}
