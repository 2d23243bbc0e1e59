/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * matrices.c: matrices; n is the side, or the number of cells.
 */
#include "models/algorithm.h"

static size_t side_of(size_t cells) {
    size_t side = 1;
    while ((side + 1) * (side + 1) <= cells) side++;
    return side;
}

static void cholesky(size_t n, struct random_numbers *r) {
    double *a = scratch_reals(n * n);
    (void)r;
    for (size_t i = 0; i < n * n; i++) a[i] = i % (n + 1) ? 1 : (double)n + 1;
    begin_steps();
    for (size_t j = 0; j < n; j++) {
        STEP;
        for (size_t i = j; i < n; i++) {
            double sum = a[i * n + j];
            STEP;
            for (size_t k = 0; k < j; k++) STEP, sum -= a[i * n + k] * a[j * n + k];
            a[i * n + j] = i == j ? sum : sum / (a[j * n + j] + 1);
        }
    }
}

static void power_iteration(size_t n, struct random_numbers *r) {
    double *x = scratch_reals(n), *y = scratch_reals(n);
    for (size_t i = 0; i < n; i++) x[i] = random_unit(r);
    begin_steps();
    for (int round = 0; round < 5; round++) {
        STEP;
        for (size_t i = 0; i < n; i++) {
            STEP;
            y[i] = 0;
            for (size_t k = 0; k < n; k++) STEP, y[i] += x[k] / (double)(i + k + 1);
        }
        for (size_t i = 0; i < n; i++) STEP, x[i] = y[i];
    }
}

static int laplace(unsigned columns, unsigned n) {
    int sum = 0;
    STEP;
    for (unsigned k = 0; k < n; k++) {
        STEP;
        if (columns >> k & 1) STEP, sum -= laplace(columns & ~(1u << k), n);
    }
    return sum + 1;
}

static void determinant_by_expansion(size_t n, struct random_numbers *r) {
    (void)r;
    begin_steps();
    laplace((1u << n) - 1, (unsigned)n);
}

static void tridiagonal_solve(size_t n, struct random_numbers *r) {
    double *c = scratch_reals(n), *d = scratch_reals(n);
    (void)r;
    begin_steps();
    for (size_t i = 1; i < n; i++) STEP, c[i] = 1 / (4 - c[i - 1]), d[i] = (1 - d[i - 1]) * c[i];
    for (size_t i = n - 1; i-- > 0;) STEP, d[i] -= c[i] * d[i + 1];
}

/* Sides of sqrt(n): n cells, and a product of n^1.5 steps. */
static void square_by_cells(size_t n, struct random_numbers *r) {
    size_t side = side_of(n);
    double *a = scratch_reals(n), *b = scratch_reals(n);
    for (size_t i = 0; i < n; i++) a[i] = random_unit(r);
    begin_steps();
    for (size_t i = 0; i < side; i++) {
        STEP;
        for (size_t j = 0; j < side; j++) {
            STEP;
            for (size_t k = 0; k < side; k++)
                STEP, b[i * side + j] += a[i * side + k] * a[k * side + j];
        }
    }
}

static void elimination_by_cells(size_t n, struct random_numbers *r) {
    size_t side = side_of(n);
    double *a = scratch_reals(n);
    for (size_t i = 0; i < n; i++) a[i] = 1 + random_unit(r) + (i % (side + 1) == 0 ? 100 : 0);
    begin_steps();
    for (size_t k = 0; k < side; k++) {
        STEP;
        for (size_t i = k + 1; i < side; i++) {
            double f = a[i * side + k] / a[k * side + k];
            STEP;
            for (size_t j = k; j < side; j++) STEP, a[i * side + j] -= f * a[k * side + j];
        }
    }
}

static void rotate_in_place(size_t n, struct random_numbers *r) {
    int *a = scratch_ints(n * n);
    (void)r;
    begin_steps();
    for (size_t i = 0; i < n / 2; i++) {
        STEP;
        for (size_t j = i; j + i + 1 < n; j++) STEP, swap_ints(&a[i * n + j], &a[j * n + i]);
    }
}

/* The diagonal of a square of n cells. */
static void trace_by_cells(size_t n, struct random_numbers *r) {
    size_t side = side_of(n);
    double sum = 0;
    (void)r;
    begin_steps();
    for (size_t i = 0; i < side; i++) STEP, sum += (double)(i * side + i);
    if (sum < 0) STEP;
}

static void convolution(size_t n, struct random_numbers *r) {
    double *a = scratch_reals(n), *b = scratch_reals(n), *c = scratch_reals(2 * n);
    (void)r;
    begin_steps();
    for (size_t i = 0; i < n; i++) {
        STEP;
        for (size_t k = 0; k < n; k++) STEP, c[i + k] += a[i] * b[k];
    }
}

static void orthogonalise(size_t n, struct random_numbers *r) {
    double *a = scratch_reals(n * n);
    (void)r;
    begin_steps();
    for (size_t i = 0; i < n; i++) {
        STEP;
        for (size_t j = 0; j < i; j++) {
            double dot = 0;
            STEP;
            for (size_t k = 0; k < n; k++) STEP, dot += a[i * n + k] * a[j * n + k];
            for (size_t k = 0; k < n; k++) STEP, a[i * n + k] -= dot * a[j * n + k];
        }
    }
}

/* Squares of n by halving rows and columns in turn: n^2 log n. */
static void two_dimensional_transform(size_t n, struct random_numbers *r) {
    double *a = scratch_reals(n);
    (void)r;
    begin_steps();
    for (size_t line = 0; line < 2 * n; line++) {
        STEP;
        for (size_t width = 1; width < n; width *= 2) {
            STEP;
            for (size_t i = 0; i + width < n; i++) STEP, a[i] += a[i + width] / 2;
        }
    }
}

FAMILY(matrices, ROW(cholesky, N3, 3, 100, POLYNOMIAL),
       ROW(power_iteration, N2, 3, 800, POLYNOMIAL),
       ROW(determinant_by_expansion, EXP, 3, 7, SAME_COST | ARGUMENT),
       ROW(tridiagonal_solve, N, 4, 10000, POLYNOMIAL),
       ROW(square_by_cells, N_SQRT, 25, 3000, SAME_COST),
       ROW(elimination_by_cells, N_SQRT, 64, 5000, SAME_COST),
       ROW(rotate_in_place, N2, 8, 500, SAME_COST), ROW(trace_by_cells, SQRT, 25, 50000, SAME_COST),
       ROW(convolution, N2, 3, 1500, POLYNOMIAL), ROW(orthogonalise, N3, 3, 100, POLYNOMIAL),
       ROW(two_dimensional_transform, N2_LOG, 8, 150, SAME_COST | STAIRS));
