/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* only_recursion.c: A recursion that is entered once, in a way that the recording does not recognise
 * as its entry, at least not with certainty. Its inputs are known from the loop around it, or because
 * they were recorded separately at first.
 *
 * Algorithms:
 *   main: no data structure
 *   build#1 + build#2: construction of structure node
 *   [1] walk#1 + walk#2: traversal of structure node
 *   [2,3] step + walk: traversal of structure node
 *
 * Variant 1: through a pointer to a routine. Variant 2: inside a larger recursion that the compiler sees, and that
 * never happens. Variant 3: the same, entered three times; what is recorded belongs to all three. */
#include <stdlib.h>

static volatile int sink, never;

struct node {
    struct node *child[3];
    int value;
};

static struct node *build(int depth) {
    struct node *n = calloc(1, sizeof *n);
    for (int i = 0; i < 3 && depth; i++) n->child[i] = build(depth - 1);
    return n;
}

#if VARIANT == 1
static int walk(const struct node *n);
static int (*volatile visit)(const struct node *) = walk;
static int walk(const struct node *n) {
    int s = 1;
    for (int i = 0; i < 3; i++)
        if (n->child[i]) s += visit(n->child[i]);
    return s;
}
static int start(const struct node *n) { return visit(n); }
#else
static int start(const struct node *n);
static int walk(const struct node *n);
static int step(const struct node *n) { return never ? start(n) : walk(n); }
static int walk(const struct node *n) {
    int s = 1;
    for (int i = 0; i < 3; i++)
        if (n->child[i]) s += step(n->child[i]);
    return s;
}
static int start(const struct node *n) { return step(n); }
#endif

int main(void) {
    struct node *tree = NULL;
    for (int depth = 4; depth < 6; depth++)
        if (depth == 5)
            sink = VARIANT == 3 && start(tree) != start(tree) ? 0 : start(tree);
        else
            tree = build(depth);
    return sink != 121;
}
