/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* graph_matrix.c: Table 1, graph, array, directed, 2d: a matrix says which vertices have an edge.
 *
 * Algorithms:
 *   main: no data structure
 *   [1] build#1 + build#2: modification of array char; steps = n + isqrt(n); n = used 16..1024; class = n
 *   [1] edges#1 + edges#2: traversal of array char; steps = n + isqrt(n); n = used 16..1024; class = n
 *   [1] visit#1 + visit#2: modification of array int, traversal of array char; steps = n + isqrt(n); n = used of char 16..1024; class = n
 *   [2] matrix_new: modification of array char *; steps = n; n = used 4..32
 *   [2] matrix_free: traversal of array char *; steps = n; n = used 4..32
 *   [2] build#1 + build#2: modification of array char *; steps = n; n = elements 20..1056
 *   [2] edges#1 + edges#2: traversal of array char *; steps = n; n = elements 20..1056
 *   [2] visit#1 + visit#2: modification of array int, traversal of array char *; steps = n; n = elements of char * 20..1056
 *
 * Variant 2: the matrix is an array of rows, each an array of its own. */
#include <stdlib.h>

static volatile int sink;

#if VARIANT == 1
typedef char *matrix;
#define EDGE(m, from, to, n) (m)[(from) * (n) + (to)]

static matrix matrix_new(int n) { return malloc((size_t)(n * n)); }

static void matrix_free(matrix m, int n) {
    (void)n;
    free(m);
}
#else
typedef char **matrix;
#define EDGE(m, from, to, n) (m)[from][to]

static matrix matrix_new(int n) {
    matrix m = malloc((size_t)n * sizeof *m);
    for (int i = 0; i < n; i++) m[i] = malloc((size_t)n);
    return m;
}

static void matrix_free(matrix m, int n) {
    for (int i = 0; i < n; i++) free(m[i]);
    free(m);
}
#endif

/* Makes edges from every vertex to the next three. */
static void build(matrix m, int n) {
    for (int from = 0; from < n; from++)
        for (int to = 0; to < n; to++)
            EDGE(m, from, to, n) = from != to && (to - from + n) % n <= 3;
}

static int edges(matrix m, int n) {
    int count = 0;
    for (int from = 0; from < n; from++)
        for (int to = 0; to < n; to++) count += EDGE(m, from, to, n);
    return count;
}

static int visit(matrix m, int *seen, int from, int n) {
    int count = 1;
    seen[from] = 1;
    for (int to = 0; to < n; to++)
        if (EDGE(m, from, to, n) && !seen[to]) count += visit(m, seen, to, n);
    return count;
}

int main(void) {
    for (int n = 4; n <= 32; n += 2) {
        matrix m = matrix_new(n);
        int *seen = calloc((size_t)n, sizeof *seen);
        build(m, n);
        sink = edges(m, n);
        sink = visit(m, seen, 0, n);
        free(seen);
        matrix_free(m, n);
    }
    return 0;
}
