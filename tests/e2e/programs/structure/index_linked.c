/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* index_linked.c: Lists and trees whose links are indices into arrays: the inputs are the arrays.
 *
 * Algorithms:
 *   main: no data structure
 *   link_all: modification of array int; steps = n; n = used 4..64
 *   walk: traversal of array int; steps = n; n = used 4..64
 *   climb: traversal of array slot; steps = n - 1; n = used 4..64
 *   plant: modification of array slot; steps = n; n = used 4..64 */
#include <stdlib.h>

static volatile int sink;

struct slot {
    int parent, value;
};

/* Makes a list in the order of every third number; n must not be a multiple of 3. */
static void link_all(int *next, int n) {
    for (int i = 0; i < n; i++) next[i] = (i + 3) % n;
}

static int walk(const int *next) {
    int steps = 0, at = 0;
    do {
        steps++;
        at = next[at];
    } while (at);
    return steps;
}

static void plant(struct slot *tree, int n) {
    for (int i = 0; i < n; i++) tree[i].parent = i - 1;
}

static int climb(const struct slot *tree, int at) {
    int height = 0;
    for (; tree[at].parent >= 0; at = tree[at].parent) height++;
    return height;
}

int main(void) {
    for (int n = 4; n <= 64; n += 6) {
        int *next = malloc((size_t)n * sizeof *next);
        link_all(next, n);
        sink = walk(next);
        free(next);
        struct slot *tree = malloc((size_t)n * sizeof *tree);
        plant(tree, n);
        sink = climb(tree, n - 1);
        free(tree);
    }
    return 0;
}
