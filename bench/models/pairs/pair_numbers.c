/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * pair_numbers.c: long numbers and many numbers.
 */
#include "models/pairs/pair_loops.h"

static double multiply_long(size_t n, size_t m, struct random_numbers *r) {
    const int *a = random_ints(r, n, 10), *b = random_ints(r, m, 10);
    int *c = scratch_ints(n + m);
    begin_steps();
    for (size_t i = 0; i < n; i++) {
        STEP;
        for (size_t k = 0; k < m; k++) {
            STEP;
            c[i + k] += a[i] * b[k];
            if (c[i + k] > 99) STEP, c[i + k + 1] += c[i + k] / 100, c[i + k] %= 100;
        }
    }
    return (double)(n + m);
}

/* An exponent of m digits, a modulus of n: squares and products of n by n. */
static double power_of_long(size_t n, size_t m, struct random_numbers *r) {
    const int *bit = random_ints(r, m, 2);
    begin_steps();
    for (size_t k = 0; k < m; k++) {
        STEP;
        for (int turn = 0; turn <= bit[k]; turn++)
            for (size_t i = 0; i < n; i++) {
                STEP;
                for (size_t j = 0; j < n; j++) STEP;
            }
    }
    return (double)(2 * n + m);
}

static double sort_by_digits(size_t n, size_t m, struct random_numbers *r) {
    (void)r;
    begin_steps();
    for (size_t k = 0; k < m; k++) {
        STEP;
        for (size_t b = 0; b < 16; b++) STEP;
        for (size_t i = 0; i < n; i++) STEP;
        for (size_t i = 0; i < n; i++) STEP;
    }
    return (double)(2 * n + 16);
}

static double count_keys(size_t n, size_t m, struct random_numbers *r) {
    const int *key = random_ints(r, n, m);
    int *many = scratch_ints(m);
    begin_steps();
    for (size_t i = 0; i < n; i++) STEP, many[key[i]]++;
    for (size_t k = 0; k < m; k++) STEP, many[k + 1] += many[k];
    for (size_t i = 0; i < n; i++) STEP;
    return (double)(n + m);
}

static double values_of_a_polynomial(size_t n, size_t m, struct random_numbers *r) {
    (void)r;
    begin_steps();
    count_rectangle(m, n);
    return (double)(n + m);
}

/* Numbers up to n are tried as divisors; every m-th is left out. */
static double one_of_many_calls(size_t n, size_t m, struct random_numbers *r) {
    (void)r;
    begin_steps();
    for (size_t i = 2; i < n; i++) {
        STEP;
        if (i % (m + 2) == 0) STEP;
    }
    return (double)n;
}

PAIR_FAMILY(pair_numbers, PAIR(multiply_long, "n*m", false, 4, 400, 4, 400),
            PAIR(power_of_long, "n^2*m", false, 3, 40, 8, 200),
            PAIR(sort_by_digits, "n*m", false, 30, 3000, 2, 24),
            PAIR(count_keys, "n + m", true, 30, 5000, 30, 10000),
            PAIR(values_of_a_polynomial, "n*m", false, 4, 300, 4, 300),
            PAIR(one_of_many_calls, "none", false, 20, 4000, 2, 100));
