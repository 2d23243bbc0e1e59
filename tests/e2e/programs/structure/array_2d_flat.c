/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* array_2d_flat.c: Table 1, array, 2d, and Listing 5: a square of numbers in one block. The outer
 * loops access no element; they advance the place at which the inner loops access the array.
 *
 * Algorithms:
 *   main: no data structure
 *   [1,2,4] fill#1 + fill#2: modification of array int; steps = n + isqrt(n); n = used 16..1024; class = n
 *   [1,2,4] sum#1 + sum#2: traversal of array int; steps = n + isqrt(n); n = used 16..1024; class = n
 *   [3] fill + fill_row: modification of array int; steps = n + isqrt(n); n = used 16..1024; class = n
 *   [3] sum + sum_row: traversal of array int; steps = n + isqrt(n); n = used 16..1024; class = n
 *   sum_from: traversal of array int; steps = n + 1; n = used 16..1024
 *   transpose#1 + transpose#2: modification of array int; steps = (n + 3 * isqrt(n)) // 2; n = used 16..1024; class = n
 *
 * Variant 2: a pointer to the row is advanced. Variant 3: the inner loop is in a routine that receives
 * the row. Variant 4: as an array of arrays. */
#include <stdlib.h>

static volatile int sink;

#if VARIANT == 4
static void fill(int *block, int n) {
    int(*m)[n] = (int(*)[n])block;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) m[i][j] = i + j;
}

static int sum(const int *block, int n) {
    const int(*m)[n] = (const int(*)[n])block;
    int s = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) s += m[i][j];
    return s;
}
#elif VARIANT == 3
static void fill_row(int *row, int n) {
    for (int j = 0; j < n; j++) row[j] = j;
}

static void fill(int *m, int n) {
    for (int i = 0; i < n; i++) fill_row(&m[i * n], n);
}

static int sum_row(const int *row, int n) {
    int s = 0;
    for (int j = 0; j < n; j++) s += row[j];
    return s;
}

static int sum(const int *m, int n) {
    int s = 0;
    for (int i = 0; i < n; i++) s += sum_row(m + i * n, n);
    return s;
}
#elif VARIANT == 2
static void fill(int *m, int n) {
    for (int *row = m; row < m + n * n; row += n)
        for (int j = 0; j < n; j++) row[j] = j;
}

static int sum(const int *m, int n) {
    int s = 0;
    for (int i = 0; i < n; i++, m += n)
        for (const int *p = m; p < m + n; p++) s += *p;
    return s;
}
#else
static void fill(int *m, int n) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) m[i * n + j] = i + j;
}

static int sum(const int *m, int n) {
    int s = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) s += m[i * n + j];
    return s;
}
#endif

static int sum_from(const int *m, int i, int n) {
    return i == n ? 0 : m[i] + sum_from(m, i + 1, n);
}

static void transpose(int *m, int n) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++) {
            int t = m[i * n + j];
            m[i * n + j] = m[j * n + i];
            m[j * n + i] = t;
        }
}

int main(void) {
    for (int n = 4; n <= 32; n += 2) {
        int *m = malloc((size_t)(n * n) * sizeof *m);
        fill(m, n);
        sink = sum(m, n);
        sink = sum_from(m, 0, n * n);
        transpose(m, n);
        free(m);
    }
    return 0;
}
