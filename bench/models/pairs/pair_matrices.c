/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * pair_matrices.c: rectangular and banded matrices, images and filters.
 */
#include "models/pairs/pair_loops.h"

static void product(size_t rows, size_t inner, size_t columns) {
    for (size_t i = 0; i < rows; i++) {
        STEP;
        for (size_t k = 0; k < columns; k++) {
            STEP;
            for (size_t j = 0; j < inner; j++) STEP;
        }
    }
}

static double square_times_narrow(size_t n, size_t m, struct random_numbers *r) {
    (void)r;
    begin_steps();
    product(n, n, m);
    return (double)(n * n + n * m);
}

static double tall_times_small_square(size_t n, size_t m, struct random_numbers *r) {
    (void)r;
    begin_steps();
    product(n, m, m);
    return (double)(n * m + m * m);
}

static double product_with_eight_columns(size_t n, size_t m, struct random_numbers *r) {
    (void)r;
    begin_steps();
    product(n, m, 8);
    return (double)(n * m + 8 * m);
}

static double outer_product(size_t n, size_t m, struct random_numbers *r) {
    (void)r;
    begin_steps();
    product(n, 1, m);
    return (double)(n + m);
}

static double convolution(size_t n, size_t m, struct random_numbers *r) {
    (void)r;
    begin_steps();
    count_rectangle(n, m);
    return (double)(n + m);
}

/* A filter of m by m around each of n pixels. */
static double image_filter(size_t n, size_t m, struct random_numbers *r) {
    (void)r;
    begin_steps();
    for (size_t i = 0; i < n; i++) {
        STEP;
        product(m, 0, m);
    }
    return (double)(n + m * m);
}

static double banded_elimination(size_t n, size_t m, struct random_numbers *r) {
    (void)r;
    begin_steps();
    for (size_t i = 0; i < n; i++) {
        STEP;
        for (size_t k = 1; k <= m && i + k < n; k++) {
            STEP;
            for (size_t j = 0; j <= m && i + j < n; j++) STEP;
        }
    }
    return (double)(n * m);
}

/* m right-hand sides of a triangular matrix. */
static double substitutions(size_t n, size_t m, struct random_numbers *r) {
    (void)r;
    begin_steps();
    count_triangles(m, n, 0);
    return (double)(n * n / 2 + n * m);
}

PAIR_FAMILY(pair_matrices, PAIR(square_times_narrow, "n^2*m", false, 5, 60, 3, 60),
            PAIR(tall_times_small_square, "n*m^2", false, 8, 200, 3, 40),
            PAIR(product_with_eight_columns, "n*m", true, 4, 200, 4, 200),
            PAIR(outer_product, "n*m", false, 5, 400, 5, 400),
            PAIR(convolution, "n*m", false, 50, 3000, 3, 80),
            PAIR(image_filter, "n*m^2", false, 50, 900, 2, 15),
            PAIR(banded_elimination, "n*m^2|n*m", false, 100, 1500, 2, 16),
            PAIR(substitutions, "n^2*m", false, 6, 90, 2, 50));
