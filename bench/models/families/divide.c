/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * divide.c: division into parts that are solved in turn.
 */
#include "models/algorithm.h"

static void karatsuba_parts(size_t n) {
    STEP;
    if (n <= 1) return;
    size_t half = (n + 1) / 2;
    for (int k = 0; k < 3; k++) STEP, karatsuba_parts(half);
    for (size_t i = 0; i < n; i++) STEP;
}

static void quarters(size_t n) {
    STEP;
    if (n <= 1) return;
    for (int k = 0; k < 4; k++) STEP, quarters(n / 2);
}

/* Four products of halves: n^2 in the end, in stairs. */
static void product_by_quarters(size_t n, struct random_numbers *r) {
    (void)r;
    begin_steps();
    quarters(n);
}

/* Three products of halves: n^1.585. */
static void karatsuba(size_t n, struct random_numbers *r) {
    (void)r;
    begin_steps();
    karatsuba_parts(n);
}

static int greatest(const int *a, size_t low, size_t high) {
    STEP;
    if (high - low == 1) return a[low];
    int left = greatest(a, low, (low + high) / 2), right = greatest(a, (low + high) / 2, high);
    STEP;
    return left > right ? left : right;
}

static void greatest_by_halves(size_t n, struct random_numbers *r) {
    int *a = permutation(r, n);
    begin_steps();
    greatest(a, 0, n);
}

static size_t inversions(int *a, int *b, size_t low, size_t high) {
    STEP;
    if (high - low < 2) return 0;
    size_t middle = (low + high) / 2, i = low, j = middle;
    size_t count = inversions(a, b, low, middle) + inversions(a, b, middle, high);
    for (size_t k = low; k < high; k++) {
        STEP;
        if (j >= high || (i < middle && a[i] <= a[j]))
            b[k] = a[i++];
        else
            STEP, b[k] = a[j++], count += middle - i;
    }
    for (size_t k = low; k < high; k++) STEP, a[k] = b[k];
    return count;
}

static void count_inversions(size_t n, struct random_numbers *r) {
    int *a = permutation(r, n), *b = scratch_ints(n);
    begin_steps();
    inversions(a, b, 0, n);
}

static double power_by_two_halves(double x, size_t n) {
    STEP;
    if (n <= 1) return x;
    return power_by_two_halves(x, n / 2) * power_by_two_halves(x, n - n / 2);
}

/* Computes both halves although they are equal. */
static void forgetful_power(size_t n, struct random_numbers *r) {
    (void)r;
    begin_steps();
    if (power_by_two_halves(1, n) < 0) STEP;
}

static size_t majority(const int *a, size_t low, size_t high) {
    STEP;
    if (high - low == 1) return (size_t)a[low];
    size_t middle = (low + high) / 2;
    size_t left = majority(a, low, middle), right = majority(a, middle, high), count = 0;
    if (left == right) return left;
    for (size_t i = low; i < high; i++) {
        STEP;
        count += (size_t)a[i] == left;
    }
    return 2 * count > high - low ? left : right;
}

static void majority_by_halves(size_t n, struct random_numbers *r) {
    int *a = random_ints(r, n, 1 << 20);
    begin_steps();
    majority(a, 0, n);
}

static void peak_of_thirds(size_t n, struct random_numbers *r) {
    begin_steps();
    for (size_t left = n; left > 1;) {
        STEP;
        left = chance(r, 0.5) ? (left + 2) / 3 : left - (left + 2) / 3;
    }
}

static void skyline(const int *a, size_t low, size_t high) {
    STEP;
    if (high - low < 2) return;
    skyline(a, low, (low + high) / 2);
    skyline(a, (low + high) / 2, high);
    for (size_t i = low; i < high; i++) {
        STEP;
        if (i > low && a[i] > a[i - 1]) STEP;
    }
}

static void skyline_by_halves(size_t n, struct random_numbers *r) {
    int *a = random_ints(r, n, 1000);
    begin_steps();
    skyline(a, 0, n);
}

/* One side of the split is a single element each time. */
static void lopsided_split(size_t n, struct random_numbers *r) {
    (void)r;
    begin_steps();
    for (size_t left = n; left > 0; left--) {
        STEP;
        for (size_t i = 0; i < left; i++) STEP;
    }
}

FAMILY(divide, ROW_ALSO(karatsuba, N_SQRT, NONE, N_SQRT, 8, 800, SAME_COST | STAIRS),
       ROW(product_by_quarters, N2, 8, 400, SAME_COST | STAIRS),
       ROW(greatest_by_halves, N, 4, 10000, POLYNOMIAL), ROW(count_inversions, N_LOG, 8, 5000, 0),
       ROW(forgetful_power, N, 4, 10000, POLYNOMIAL), ROW(majority_by_halves, N_LOG, 8, 8000, 0),
       ROW(peak_of_thirds, LOG, 4, 100000, ARGUMENT), ROW(skyline_by_halves, N_LOG, 8, 5000, 0),
       ROW(lopsided_split, N2, 4, 1500, POLYNOMIAL));
