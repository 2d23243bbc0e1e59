/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* eval_by_table.c: evaluates a tree of operations by a recursion through a table of pointers, once. */
#include <stdlib.h>
struct node { int op; struct node *left, *right; long value; };
typedef long eval_fn(const struct node *);
static eval_fn number, sum, product;
static eval_fn *const table[] = {number, sum, product};
static long eval(const struct node *n) { return table[n->op](n); }
static long number(const struct node *n) { return n->value; }
static long sum(const struct node *n) { return eval(n->left) + eval(n->right); }
static long product(const struct node *n) { return eval(n->left) * eval(n->right); }
static struct node *make(int depth) {
    struct node *n = calloc(1, sizeof *n);
    if (!depth) return n;
    n->op = 1 + depth % 2;
    n->left = make(depth - 1), n->right = make(depth - 1);
    return n;
}
int main(void) {
    return eval(make(7)) != 0;
}
