/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tree_in_array.c: Table 1, tree, array, binary: the children of item i are the items 2 i + 1 and 2 i
 * + 2.
 *
 * Algorithms:
 *   main: no data structure
 *   build: modification of array int; steps = n; n = used 4..64
 *   sum: traversal of array int; steps = n; n = used 4..64
 *   visit: traversal of array int; steps = 2 * n + 1; n = used 4..64
 *   rise#1 + rise#2: modification of array int; class = n log n; n = used 4..64
 *
 * rise makes a heap of growing numbers: each new one rises to the root. Variant 2: its outer loop
 * accesses no item. */
#include <stdlib.h>

static volatile int sink;

static void build(int *tree, int n) {
    for (int i = 0; i < n; i++) tree[i] = i;
}

static int sum(const int *tree, int n) {
    int s = 0;
    for (int i = 0; i < n; i++) s += tree[i];
    return s;
}

static int visit(const int *tree, int i, int n) {
    if (i >= n) return 0;
    return tree[i] + visit(tree, 2 * i + 1, n) + visit(tree, 2 * i + 2, n);
}

static void rise(int *tree, int n) {
    for (int i = 0; i < n; i++) {
#if VARIANT == 1
        int item = tree[i], k = i;
        for (; k > 0 && tree[(k - 1) / 2] < item; k = (k - 1) / 2) tree[k] = tree[(k - 1) / 2];
        tree[k] = item;
#else
        for (int k = i; k > 0 && tree[(k - 1) / 2] < tree[k]; k = (k - 1) / 2) {
            int item = tree[k];
            tree[k] = tree[(k - 1) / 2];
            tree[(k - 1) / 2] = item;
        }
#endif
    }
}

int main(void) {
    for (int n = 4; n <= 64; n += 4) {
        int *tree = malloc((size_t)n * sizeof *tree);
        build(tree, n);
        sink = sum(tree, n);
        sink = visit(tree, 0, n);
        rise(tree, n);
        free(tree);
    }
    return 0;
}
