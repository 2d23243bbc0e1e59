/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* arrays.c: Arrays of one dimension (1) and of two (2), a binary tree in an array (10) and a graph as a matrix (15).
 *
 * Algorithms:
 *   main#1: no data structure
 *   main#2: no data structure
 *   fill_1s: modification of array int; steps = n; n = used of int 2..200
 *   sum_1s: traversal of array int; steps = n - 1; n = used of int 3..201
 *   fill_1a: modification of array int; steps = n; n = used of int 2..200
 *   sum_1a: traversal of array int; steps = n; n = used of int 2..200
 *   fill_1e: modification of array int; steps = n; n = used of int 2..200
 *   sum_1e: traversal of array int, modification of array range; steps = 2*n - 1; n = used of int 2..200
 *   fill_1v: modification of array long; steps = n; n = used of long 2..200
 *   sum_1v: traversal of array long; steps = n; n = used of long 2..200
 *   make_2s: others
 *   sum_2s#1 + sum_2s#2: traversal of array int *; steps = n - 1; n = elements of int * 7..8557
 *   make_2a: others
 *   sum_2a#1 + sum_2a#2: traversal of array double *; steps = n; n = elements of double * 6..8556
 *   make_2v: modification of array double; steps = n; n = used of double 4..8464
 *   copy_2v: modification of array double, traversal of array double; steps = isqrt(n); n = used of double 4..8464; class = sqrt n
 *   fill_2e: modification of array char, modification of array int; steps = n + 1; n = used of char 3..8463
 *   make_10s#1: modification of array int; steps = n; n = used of int 2..200
 *   make_10s#2: modification of array int; steps = n; n = used of int 3..201
 *   sum_10s: traversal of array int; steps = n; n = used of int 5..401
 *   make_10a: modification of array place; steps = 2*n + 1; n = used of place 2..200
 *   sum_10a: traversal of array place; steps = 2*n + 1; n = used of place 2..200
 *   make_10e: modification of array int; steps = n; n = used of int 2..200
 *   sum_10e: traversal of array int, modification of array int; steps = n; n = used of int 2..200
 *   make_10v + up_10v: modification of array long, others; n = used of long 2..200; class = n log n; coefficient = any
 *   make_15a#1 + make_15a#2: modification of array char...; class = any; n = used of char 4..8464
 *   visit_15a#1 + visit_15a#2: traversal of array char, modification of array int; steps = n + isqrt(n); n = used of char 4..8464
 *   make_15e#1 + make_15e#2: modification of array char...; class = any; n = used of char 4..8464
 *   visit_15e#1 + visit_15e#2: traversal of array char, modification of array int, modification of array int; steps = n + isqrt(n); n = used of char 4..8464
 *   make_15s: others
 *   visit_15s#1 + visit_15s#2: modification of array char, traversal of array int; steps = 3 * (n + 1) // 4; n = used of int 7..367
 *   make_15v#1 + make_15v#2: modification of array char...; class = any; n = used of char 4..8464
 *   degrees_15v#1 + degrees_15v#2: traversal of array char, modification of array char; steps = n + isqrt(n); n = used of char 4..8464 */
#include "styles.h"

#define FOR_SIDES(n) for (int n = 2; n <= 100; n += 9)
#define TARGET(i, k, n) ((2 * (i) + 1 + (k)) % (n))

/* 1s: the end is marked. */
static void fill_1s(int *a, int n) {
    for (int i = 0; i < n; i++) a[i] = i;
    a[n] = -1;
}
static long sum_1s(const int *a) {
    long sum = 0;
    for (; *a >= 0; a++) sum += *a;
    return sum;
}

/* 1a: in an arena. */
static int *fill_1a(struct arena *arena, int n) {
    int *a = arena_take(arena, n * sizeof *a);
    for (int i = 0; i < n; i++) a[i] = i;
    return a;
}
static long sum_1a(const int *a, int n) {
    long sum = 0;
    for (int i = 0; i < n; i++) sum += a[i];
    return sum;
}

/* 1e: halves wait on a stack. */
struct range {
    int low, high;
};
static void fill_1e(int *a, int n) {
    for (int i = 0; i < n; i++) a[i] = n - i;
}
static long sum_1e(const int *a, int n) {
    struct range stack[32];
    int used = 0;
    long sum = 0;
    stack[used++] = (struct range){0, n};
    while (used) {
        struct range r = stack[--used];
        int middle = r.low + (r.high - r.low) / 2;
        if (r.high - r.low == 1) {
            sum += a[r.low];
            continue;
        }
        stack[used++] = (struct range){r.low, middle};
        stack[used++] = (struct range){middle, r.high};
    }
    return sum;
}

/* 1v: elements of any size. */
struct any_array {
    void *items;
    size_t width;
};
static void set(struct any_array *a, size_t i, const void *item) {
    memcpy((char *)a->items + i * a->width, item, a->width);
}
static void get(const struct any_array *a, size_t i, void *item) {
    memcpy(item, (const char *)a->items + i * a->width, a->width);
}
static void fill_1v(struct any_array *a, int n) {
    for (int i = 0; i < n; i++) {
        long value = i;
        set(a, i, &value);
    }
}
static long sum_1v(const struct any_array *a, int n) {
    long sum = 0;
    for (int i = 0; i < n; i++) {
        long value;
        get(a, i, &value);
        sum += value;
    }
    return sum;
}

/* 2s: rows up to a null pointer. */
static int **make_2s(int n) {
    int **rows = malloc((n + 1) * sizeof *rows);
    for (int i = 0; i < n; i++) rows[i] = calloc(n, sizeof **rows);
    rows[n] = NULL;
    return rows;
}
static long sum_2s(int **rows, int n) {
    long sum = 0;
    for (int **row = rows; *row; row++)
        for (int k = 0; k < n; k++) sum += (*row)[k];
    return sum;
}

/* 2a: all rows in one block. */
static double **make_2a(double *all, int n) {
    double **rows = malloc(n * sizeof *rows);
    for (int i = 0; i < n; i++) rows[i] = all + i * n;
    return rows;
}
static double sum_2a(double **rows, int n) {
    double sum = 0;
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++) sum += rows[i][k];
    return sum;
}

/* 2v: rows are copied. */
static void make_2v(double *a, int n) {
    for (int i = 0; i < n * n; i++) a[i] = i;
}
static void copy_2v(double *to, const double *from, size_t n) {
    for (size_t i = 0; i < n; i++) memcpy(to + i * n, from + i * n, n * sizeof *to);
}

/* 2e: places that wait on a stack. */
static int fill_2e(char *grid, int *stack, int n) {
    int used = 0, filled = 0;
    grid[0] = 1;
    stack[used++] = 0;
    while (used) {
        int at = stack[--used];
        filled++;
        if (at % n + 1 < n && !grid[at + 1]) {
            grid[at + 1] = 1;
            stack[used++] = at + 1;
        }
        if (at / n + 1 < n && !grid[at + n]) {
            grid[at + n] = 1;
            stack[used++] = at + n;
        }
    }
    return filled;
}

/* 10s: missing nodes are negative. The root is at 1. */
static void make_10s(int *tree, int n) {
    for (int i = 1; i <= n; i++) tree[i] = i;
    for (int i = n + 1; i <= 2 * n + 1; i++) tree[i] = -1;
}
static long sum_10s(const int *tree, int i) {
    return tree[i] < 0 ? 0 : tree[i] + sum_10s(tree, 2 * i) + sum_10s(tree, 2 * i + 1);
}

/* 10a: children by their places in a pool. */
struct place {
    int left, right, key;
};
static int make_10a(struct place *pool, int *used, int low, int high) {
    if (low >= high) return -1;
    int middle = (low + high) / 2, at = (*used)++;
    pool[at].key = middle;
    pool[at].left = make_10a(pool, used, low, middle);
    pool[at].right = make_10a(pool, used, middle + 1, high);
    return at;
}
static long sum_10a(const struct place *pool, int at) {
    return at < 0 ? 0 : pool[at].key + sum_10a(pool, pool[at].left) + sum_10a(pool, pool[at].right);
}

/* 10e: nodes that wait on a stack. */
static void make_10e(int *tree, int n) {
    for (int i = 0; i < n; i++) tree[i] = i;
}
static long sum_10e(const int *tree, int n) {
    int stack[64], used = 0;
    long sum = 0;
    stack[used++] = 0;
    while (used) {
        int i = stack[--used];
        sum += tree[i];
        if (2 * i + 2 < n) stack[used++] = 2 * i + 2;
        if (2 * i + 1 < n) stack[used++] = 2 * i + 1;
    }
    return sum;
}

/* 10v: a heap of elements of any size. */
static void up_10v(struct any_array *a, size_t i, int (*order)(const void *, const void *)) {
    char x[16], above[16];
    get(a, i, x);
    while (i) {
        size_t parent = (i - 1) / 2;
        get(a, parent, above);
        if (order(above, x) <= 0) break;
        set(a, i, above);
        set(a, parent, x);
        i = parent;
    }
}
static int by_long(const void *a, const void *b) {
    long x, y;
    memcpy(&x, a, sizeof x);
    memcpy(&y, b, sizeof y);
    return (x > y) - (x < y);
}
static void make_10v(struct any_array *a, int n) {
    for (int i = 0; i < n; i++) {
        long value = -i;
        set(a, i, &value);
        up_10v(a, i, by_long);
    }
}

/* 15a: a matrix in an arena. */
static char *make_15a(struct arena *a, int n) {
    char *edges = arena_take(a, n * n);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++) edges[i * n + k] = k == TARGET(i, 0, n) || k == TARGET(i, 1, n);
    return edges;
}
static int visit_15a(const char *edges, int *seen, int i, int n) {
    int found = 1;
    seen[i] = 1;
    for (int k = 0; k < n; k++)
        if (edges[i * n + k] && !seen[k]) found += visit_15a(edges, seen, k, n);
    return found;
}

/* 15e: vertices that wait on a stack. */
static void make_15e(char *edges, int n) {
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++) edges[i * n + k] = k == TARGET(i, 0, n) || k == TARGET(i, 1, n);
}
static int visit_15e(const char *edges, int n) {
    int *seen = calloc(n, sizeof *seen), *stack = malloc(n * sizeof *stack), used = 0, found = 0;
    seen[0] = 1;
    stack[used++] = 0;
    while (used) {
        int i = stack[--used];
        found++;
        for (int k = 0; k < n; k++) {
            if (!edges[i * n + k] || seen[k]) continue;
            seen[k] = 1;
            stack[used++] = k;
        }
    }
    free(seen);
    free(stack);
    return found;
}

/* 15s: each vertex has four places, for its neighbours up to the first negative one. */
static void make_15s(int *neighbours, int n) {
    for (int i = 0; i < n; i++) {
        neighbours[4 * i] = TARGET(i, 0, n);
        neighbours[4 * i + 1] = TARGET(i, 1, n);
        neighbours[4 * i + 2] = -1;
    }
}
static int visit_15s(const int *neighbours, char *seen, int i) {
    int found = 1;
    seen[i] = 1;
    for (const int *to = neighbours + 4 * i; *to >= 0; to++)
        if (!seen[*to]) found += visit_15s(neighbours, seen, *to);
    return found;
}

/* 15v: rows are copied before they are read. */
static void make_15v(char *edges, int n) {
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++) edges[i * n + k] = k == TARGET(i, 0, n) || k == TARGET(i, 1, n);
}
static long degrees_15v(const void *edges, char *row, size_t n) {
    long sum = 0;
    for (size_t i = 0; i < n; i++) {
        memcpy(row, (const char *)edges + i * n, n);
        for (size_t k = 0; k < n; k++) sum += row[k];
    }
    return sum;
}

int main(void) {
    FOR_SIZES(n) {
        int *a = malloc((n + 1) * sizeof *a);
        fill_1s(a, n);
        sink = sum_1s(a);
        free(a);
        struct arena *arena = arena_new(n * 16);
        sink = sum_1a(fill_1a(arena, n), n);
        arena_free(arena);
        a = malloc(n * sizeof *a);
        fill_1e(a, n);
        sink = sum_1e(a, n);
        free(a);
        struct any_array any = {malloc(n * sizeof(long)), sizeof(long)};
        fill_1v(&any, n);
        sink = sum_1v(&any, n);
        free(any.items);
        a = malloc((2 * n + 2) * sizeof *a);
        make_10s(a, n);
        sink = sum_10s(a, 1);
        free(a);
        struct place *pool = malloc(n * sizeof *pool);
        int used = 0;
        sink = sum_10a(pool, make_10a(pool, &used, 0, n));
        free(pool);
        a = malloc(n * sizeof *a);
        make_10e(a, n);
        sink = sum_10e(a, n);
        free(a);
        any.items = malloc(n * sizeof(long));
        make_10v(&any, n);
        free(any.items);
    }
    FOR_SIDES(n) {
        sink = sum_2s(make_2s(n), n);
        double *all = calloc(n * n, sizeof *all);
        sink = sum_2a(make_2a(all, n), n);
        free(all);
        double *from = malloc(n * n * sizeof *from), *to = malloc(n * n * sizeof *to);
        make_2v(from, n);
        copy_2v(to, from, n);
        sink = to[n];
        free(from);
        free(to);
        char *grid = calloc(n, n);
        int *stack = malloc(n * n * sizeof *stack);
        sink = fill_2e(grid, stack, n);
        free(grid);
        free(stack);
        struct arena *arena = arena_new(n * n + 16);
        int *seen = calloc(n, sizeof *seen);
        sink = visit_15a(make_15a(arena, n), seen, 0, n);
        free(seen);
        arena_free(arena);
        char *edges = malloc(n * n);
        make_15e(edges, n);
        sink = visit_15e(edges, n);
        free(edges);
        int *neighbours = malloc(4 * n * sizeof *neighbours);
        char *marks = calloc(n, 1);
        make_15s(neighbours, n);
        sink = visit_15s(neighbours, marks, 0);
        free(neighbours);
        free(marks);
        edges = malloc(n * n);
        char *row = malloc(n);
        make_15v(edges, n);
        sink = degrees_15v(edges, row, n);
        free(edges);
        free(row);
    }
    return 0;
}
