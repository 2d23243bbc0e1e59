/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* array_2d_rows.c: Table 1, array, 2d, and Listing 3: a triangle of numbers, as an array of rows. Its
 * size includes the array of rows and all rows, and so do the steps: 3 + (0 + 1 + 2) = 6 for three
 * rows.
 *
 * Algorithms:
 *   main: no data structure
 *   build#1 + build#2: modification of array int *; steps = n; n = elements 6..300
 *   sum#1 + sum#2: traversal of array int *; steps = n; n = elements 6..300
 *   sum_rows + sum_row: traversal of array int *; steps = n + 1 + isqrt(2 * n); n = elements 6..300
 *   destroy: traversal of array int *; steps = isqrt(2 * n); n = elements 6..300; class = sqrt n
 *
 * Variant 2: the inner loops walk rows by pointers. */
#include <stdlib.h>

static volatile int sink;

static int **build(int rows) {
    int **a = malloc((size_t)rows * sizeof *a);
    for (int i = 0; i < rows; i++) {
        a[i] = malloc((size_t)i * sizeof **a);
#if VARIANT == 1
        for (int j = 0; j < i; j++) a[i][j] = i + j;
#else
        for (int *p = a[i]; p < a[i] + i; p++) *p = i;
#endif
    }
    return a;
}

static int sum(int **a, int rows) {
    int s = 0;
    for (int i = 0; i < rows; i++) {
#if VARIANT == 1
        for (int j = 0; j < i; j++) s += a[i][j];
#else
        const int *row = a[i];
        for (int j = 0; j < i; j++) s += *row++;
#endif
    }
    return s;
}

static int sum_row(const int *row, int j, int n) {
    return j == n ? 0 : row[j] + sum_row(row, j + 1, n);
}

static int sum_rows(int **a, int i, int rows) {
    return i == rows ? 0 : sum_row(a[i], 0, i) + sum_rows(a, i + 1, rows);
}

static void destroy(int **a, int rows) {
    for (int i = 0; i < rows; i++) free(a[i]);
    free(a);
}

int main(void) {
    for (int rows = 3; rows <= 24; rows++) {
        int **a = build(rows);
        sink = sum(a, rows);
        sink = sum_rows(a, 0, rows);
        destroy(a, rows);
    }
    return 0;
}
