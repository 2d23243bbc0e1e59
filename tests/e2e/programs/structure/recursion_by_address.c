/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* recursion_by_address.c: counts the nodes of a tree by a recursion through a pointer. KNOWN: the
 * pointer's value is in this file. BEFORE: calls that do not recur. */
#include <stdlib.h>
struct node { struct node *left, *right; };
static long count(const struct node *n);
#if KNOWN
static long (*volatile go)(const struct node *) = count;
#else
long go(const struct node *);
long (*called)(const struct node *) = count;
#endif
static long count(const struct node *n) {
    for (volatile int k = 0; k < 3; k++) {}
    return n ? 1 + go(n->left) + go(n->right) : 0;
}
static struct node *make(int depth) {
    if (!depth) return NULL;
    struct node *n = malloc(sizeof *n);
    n->left = make(depth - 1), n->right = make(depth - 1);
    return n;
}
int main(void) {
    struct node *root = make(6);
    long sum = 0;
    for (int i = 0; i < BEFORE; i++) sum += go(NULL);
    for (int i = 0; i < 10; i++) sum += go(root);
    return sum != 630;
}
