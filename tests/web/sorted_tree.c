/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * sorted_tree.c: ascending keys make a search tree a list, so all calls of its recursion together
 * are quadratic in their number.
 */
#include <stdio.h>
#include <stdlib.h>

struct node {
    struct node *left, *right;
    int key;
};

static struct node *insert(struct node *at, int key) {
    if (!at) {
        at = calloc(1, sizeof *at);
        at->key = key;
    } else if (key < at->key) {
        at->left = insert(at->left, key);
    } else {
        at->right = insert(at->right, key);
    }
    return at;
}

static struct node *build(int n) {
    struct node *root = NULL;
    for (int key = 0; key < n; key++) root = insert(root, key);
    return root;
}

int main(int argc, char **argv) {
    printf("%d\n", build(argc > 1 ? atoi(argv[1]) : 1)->key);
    return 0;
}
