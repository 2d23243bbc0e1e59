/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * sparse.c: sparse and divided structures.
 */
#include "models/algorithm.h"

static void sparse_times_vector(size_t n, struct random_numbers *r) {
    int *column = random_ints(r, 5 * n, n);
    double *x = scratch_reals(n), sum = 0;
    begin_steps();
    for (size_t i = 0; i < n; i++) {
        STEP;
        for (size_t k = 5 * i; k < 5 * i + 5; k++) STEP, sum += x[column[k]];
    }
    if (sum < 0) STEP;
}

static void sparse_table_build(size_t n, struct random_numbers *r) {
    int *a = permutation(r, n);
    begin_steps();
    for (size_t width = 1; 2 * width <= n; width *= 2) {
        STEP;
        for (size_t i = 0; i + 2 * width <= n; i++) {
            STEP;
            if (a[i + width] > a[i]) a[i] = a[i + width];
        }
    }
}

static size_t root_of(size_t n) {
    size_t width = 1;
    while (width * width < n) width++;
    return width;
}

static void sum_by_blocks(size_t n, size_t low, size_t high) {
    size_t width = root_of(n);
    while (low < high && low % width) STEP, low++;
    while (low + width <= high) STEP, low += width;
    while (low < high) STEP, low++;
}

static void one_sum_by_blocks(size_t n, struct random_numbers *r) {
    size_t low = below(r, n), high = low + below(r, n - low);
    begin_steps();
    sum_by_blocks(n, low, high);
}

static void many_sums_by_blocks(size_t n, struct random_numbers *r) {
    begin_steps();
    for (size_t i = 0; i < n; i++) {
        size_t low = below(r, n), high = low + below(r, n - low);
        STEP;
        sum_by_blocks(n, low, high);
    }
}

/* Queries in order of blocks: the left end moves within a block, the right end sweeps. */
static void queries_in_block_order(size_t n, struct random_numbers *r) {
    size_t width = root_of(n), left = 0, right = 0;
    begin_steps();
    for (size_t block = 0; block < width; block++) {
        STEP;
        for (size_t q = 0; q < width; q++) {
            size_t a = block * width + below(r, width), b = (q + 1) * n / width;
            STEP;
            while (left < a) STEP, left++;
            while (left > a) STEP, left--;
            while (right < b) STEP, right++;
            while (right > b) STEP, right--;
        }
    }
}

static void prefix_sums_of_square(size_t n, struct random_numbers *r) {
    int *a = random_ints(r, n, 9);
    size_t side = 1;
    while ((side + 1) * (side + 1) <= n) side++;
    begin_steps();
    for (size_t i = 1; i < n; i++) {
        STEP;
        a[i] += a[i - 1];
        if (i >= side) STEP, a[i] += a[i - side];
    }
}

/* Which of n intervals contain each of n points: all are looked at. */
static void stabbed_intervals(size_t n, struct random_numbers *r) {
    int *low = random_ints(r, n, n), *high = random_ints(r, n, n);
    begin_steps();
    for (size_t x = 0; x < n; x++) {
        STEP;
        for (size_t i = 0; i < n; i++) {
            STEP;
            if (low[i] <= (int)x && (int)x < high[i]) STEP;
        }
    }
}

static void sparse_sum(size_t n, struct random_numbers *r) {
    size_t i = 0, k = 0;
    begin_steps();
    while (i < n && k < n) {
        STEP;
        switch (below(r, 3)) {
        case 0:
            STEP;
            i++;
            break;
        case 1:
            STEP;
            k++;
            break;
        default:
            i++;
            k++;
        }
    }
    for (; i < n; i++) STEP;
    for (; k < n; k++) STEP;
}

/* Dense rows for a sparse matrix: a square of n for 5 n entries. */
static void dense_for_sparse(size_t n, struct random_numbers *r) {
    (void)r;
    begin_steps();
    for (size_t i = 0; i < n; i++) {
        STEP;
        for (size_t k = 0; k < n; k++) {
            STEP;
            if ((i + k) % 97 == 0) STEP;
        }
    }
}

FAMILY(sparse, ROW(sparse_times_vector, N, 3, 5000, POLYNOMIAL),
       ROW(sparse_table_build, N_LOG, 8, 10000, SAME_COST | STAIRS),
       ROW(one_sum_by_blocks, SQRT, 25, 50000, 0), ROW(many_sums_by_blocks, N_SQRT, 25, 1500, 0),
       ROW(queries_in_block_order, N_SQRT, 25, 1500, 0),
       ROW(prefix_sums_of_square, N, 36, 10000, SAME_COST), ROW(stabbed_intervals, N2, 8, 300, 0),
       ROW(sparse_sum, N, 8, 8000, 0), ROW(dense_for_sparse, N2, 16, 300, SAME_COST));
