/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* insert_and_even.c: a recursion that builds a search tree, and one of two routines. */
#include <stdio.h>
#include <stdlib.h>
struct node { struct node *left, *right; int key; };
static struct node *insert(struct node *n, int key) {
    if (!n) {
        n = calloc(1, sizeof *n);
        n->key = key;
        return n;
    }
    if (key < n->key) n->left = insert(n->left, key);
    else n->right = insert(n->right, key);
    return n;
}
static int even(unsigned n);
static int odd(unsigned n) { return n ? even(n - 1) : 0; }
static int even(unsigned n) { return n ? odd(n - 1) : 1; }
int main(void) {
    struct node *root = NULL;
    unsigned x = 1;
    for (int i = 0; i < 500; i++) root = insert(root, (int)((x = x * 1103515245 + 12345) >> 8));
    for (unsigned n = 0; n < 20; n++) printf("%d", even(n));
    return 0;
}
