/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Product of two matrices by definition, with n^3 multiplications, and by Strassen's method with
 * seven products of quarters: 7^k for n = 2^k, which is n^2.81.
 *
 * Count of by_definition: multiplications = n^3
 * Count of by_strassen: products = 7^floor_log2(n)
 */
#include <ordo/ordo.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void multiply(size_t n, const double *a, const double *b, double *c) {
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < n; j++) {
            double sum = 0;
            for (size_t k = 0; k < n; k++) {
                sum += a[i * n + k] * b[k * n + j]; /* count: multiplications */
            }
            c[i * n + j] = sum;
        }
    }
}

/* Returns the quarter of an n by n matrix at a row and a column as a matrix of its own. */
static void take(double *quarter, const double *a, size_t n, size_t row, size_t column) {
    for (size_t i = 0; i < n / 2; i++)
        memcpy(quarter + i * (n / 2), a + (row + i) * n + column, n / 2 * sizeof *a);
}

static void put(double *a, size_t n, size_t row, size_t column, const double *quarter) {
    for (size_t i = 0; i < n / 2; i++)
        memcpy(a + (row + i) * n + column, quarter + i * (n / 2), n / 2 * sizeof *a);
}

static void add(double *sum, const double *x, double sign, const double *y, size_t cells) {
    for (size_t i = 0; i < cells; i++) sum[i] = x[i] + sign * y[i];
}

/* n must be a power of two. */
static void strassen(size_t n, const double *a, const double *b, double *c) {
    if (n == 1) {
        c[0] = a[0] * b[0]; /* count: products */
        return;
    }
    size_t half = n / 2, cells = half * half;
    double *room = malloc(17 * cells * sizeof *room), *q[17];
    if (!room) abort();
    for (size_t i = 0; i < 17; i++) q[i] = room + i * cells;
    double **A = q, **B = q + 4, **M = q + 8, *x = q[15], *y = q[16];
    for (size_t i = 0; i < 4; i++) take(A[i], a, n, i / 2 * half, i % 2 * half);
    for (size_t i = 0; i < 4; i++) take(B[i], b, n, i / 2 * half, i % 2 * half);
    add(x, A[0], 1, A[3], cells), add(y, B[0], 1, B[3], cells), strassen(half, x, y, M[0]);
    add(x, A[2], 1, A[3], cells), strassen(half, x, B[0], M[1]);
    add(y, B[1], -1, B[3], cells), strassen(half, A[0], y, M[2]);
    add(y, B[2], -1, B[0], cells), strassen(half, A[3], y, M[3]);
    add(x, A[0], 1, A[1], cells), strassen(half, x, B[3], M[4]);
    add(x, A[2], -1, A[0], cells), add(y, B[0], 1, B[1], cells), strassen(half, x, y, M[5]);
    add(x, A[1], -1, A[3], cells), add(y, B[2], 1, B[3], cells), strassen(half, x, y, M[6]);
    add(x, M[0], 1, M[3], cells), add(y, M[6], -1, M[4], cells), add(x, x, 1, y, cells);
    put(c, n, 0, 0, x);
    add(x, M[2], 1, M[4], cells), put(c, n, 0, half, x);
    add(x, M[1], 1, M[3], cells), put(c, n, half, 0, x);
    add(x, M[0], -1, M[1], cells), add(y, M[2], 1, M[5], cells), add(x, x, 1, y, cells);
    put(c, n, half, half, x);
    free(room);
}

static void by_definition(struct ordo_matrices *m, size_t n) {
    multiply(n, m->a, m->b, m->result);
}

static void by_strassen(struct ordo_matrices *m, size_t n) {
    strassen(n, m->a, m->b, m->result);
}

static int is_product(const struct ordo_matrices *m, size_t n, const struct ordo_matrices *result) {
    for (size_t i = 0; i < n * n; i++) {
        double sum = 0;
        for (size_t k = 0; k < n; k++) sum += m->a[i / n * n + k] * m->b[k * n + i % n];
        if (fabs(sum - result->result[i]) > 1e-9) return 0;
    }
    return 1;
}

ORDO_EXPERIMENT(by_definition, .inputs = ordo_random_matrices, .from = 1, .to = 32, .ratio = 2,
                .check = is_product);
ORDO_EXPERIMENT(by_strassen, .inputs = ordo_random_matrices, .from = 1, .to = 32, .ratio = 2,
                .check = is_product);
