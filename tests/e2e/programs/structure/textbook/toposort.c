/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* toposort.c: Topological order by counting predecessors.
 *
 * Algorithms:
 *   main: no data structure
 *   make#1 + make#2: any
 *   toposort#1 + toposort#2: modification of array int, traversal of array arc *; class = n; coefficient = 4; n = used of arc * 10..400
 *   toposort#3: modification of array int, traversal of array int; steps = n; n = elements 10..400
 *   toposort#4 + toposort#5: others; class = n; coefficient = 4; n = used of arc * 10..400 */
#include "textbook.h"

struct arc {
    int to;
    struct arc *next;
};
static struct arc **make(int n) {
    struct arc **out = calloc(n, sizeof *out);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 3 && i + 1 < n; k++) {
            struct arc *a = malloc(sizeof *a);
            a->to = i + 1 + draw() % (n - i - 1);
            a->next = out[i];
            out[i] = a;
        }
    return out;
}
static int toposort(struct arc **out, int n, int *order) {
    int *in = calloc(n, sizeof *in), *stack = malloc(n * sizeof *stack), top = 0, done = 0;
    for (int i = 0; i < n; i++)
        for (struct arc *a = out[i]; a; a = a->next) in[a->to]++;
    for (int i = 0; i < n; i++)
        if (!in[i]) stack[top++] = i;
    while (top) {
        int v = stack[--top];
        order[done++] = v;
        for (struct arc *a = out[v]; a; a = a->next)
            if (--in[a->to] == 0) stack[top++] = a->to;
    }
    free(in);
    free(stack);
    return done;
}
int main(void) {
    for (int n = 10; n <= 400; n += 15) {
        struct arc **g = make(n);
        int *order = malloc(n * sizeof *order);
        sink += toposort(g, n, order);
        free(order);
    }
}
