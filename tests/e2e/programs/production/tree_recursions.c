/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tree_recursions.c: a recursion over both children of a tree, and one over two routines that is inlined. The test
 * appends routines that enter them, and main. */
struct tree { long v; struct tree *left, *right; };
static __attribute__((noinline)) long all(struct tree *t) {
    return t ? t->v + all(t->left) + all(t->right) : 0;
}
static long below(struct tree *t);
static __attribute__((noinline)) long far_below(struct tree *t) {
    return t->right ? below(t->right) + 1 : t->v;
}
static long below(struct tree *t) { return t->left ? far_below(t->left) : t->v; }
static struct tree leaves[64] = {{1, 0, 0}, {2, 0, 0}}, roots[20];
