/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * numbers.c: number theory; n is an argument or the number of values.
 */
#include "models/algorithm.h"

static void modular_power(size_t n, struct random_numbers *r) {
    uint64_t base = below(r, 1 << 30), result = 1;
    begin_steps();
    for (size_t e = n; e; e >>= 1) {
        STEP;
        if (e & 1) STEP, result = result * base % 1000000007u;
        base = base * base % 1000000007u;
    }
    if (result == 0) STEP;
}

static void digit_sum(size_t n, struct random_numbers *r) {
    size_t sum = 0;
    (void)r;
    begin_steps();
    for (size_t x = n; x; x /= 3) STEP, sum += x % 3;
    if (sum == 0) STEP;
}

/* Adds odd numbers until their sum exceeds n. */
static void root_by_odd_numbers(size_t n, struct random_numbers *r) {
    size_t odd = 1, sum = 0;
    (void)r;
    begin_steps();
    while (sum + odd <= n) STEP, sum += odd, odd += 2;
}

/* Sums n / i in blocks of equal quotients. */
static void divisor_blocks(size_t n, struct random_numbers *r) {
    size_t sum = 0;
    (void)r;
    begin_steps();
    for (size_t i = 1; i <= n;) {
        size_t last = n / (n / i);
        STEP;
        sum += (n / i) * (last - i + 1);
        i = last + 1;
    }
}

/* Marks multiples of every number: n (1 + 1/2 + 1/3 + ...). */
static void divisor_counts(size_t n, struct random_numbers *r) {
    int *count = scratch_ints(n + 1);
    (void)r;
    begin_steps();
    for (size_t i = 1; i <= n; i++) {
        STEP;
        for (size_t k = i; k <= n; k += i) STEP, count[k]++;
    }
}

static void linear_sieve(size_t n, struct random_numbers *r) {
    int *least = scratch_ints(n + 1), *primes = scratch_ints(n + 1);
    size_t found = 0;
    (void)r;
    begin_steps();
    for (size_t i = 2; i <= n; i++) {
        STEP;
        if (!least[i]) STEP, least[i] = (int)i, primes[found++] = (int)i;
        for (size_t k = 0; k < found && primes[k] <= least[i] && (size_t)primes[k] * i <= n; k++)
            STEP, least[(size_t)primes[k] * i] = primes[k];
    }
}

static void perfect_numbers(size_t n, struct random_numbers *r) {
    (void)r;
    begin_steps();
    for (size_t i = 2; i <= n; i++) {
        size_t sum = 1;
        STEP;
        for (size_t k = 2; k <= i / 2; k++) {
            STEP;
            if (i % k == 0) STEP, sum += k;
        }
        if (sum == i) STEP;
    }
}

/* Pairs of squares with a sum up to n: a quarter of a circle. */
static void sums_of_two_squares(size_t n, struct random_numbers *r) {
    (void)r;
    begin_steps();
    for (size_t a = 0; a * a <= n; a++) {
        STEP;
        for (size_t b = 0; a * a + b * b <= n; b++) STEP;
    }
}

/* Roots of all numbers up to n, each by counting up. */
static void roots_of_all(size_t n, struct random_numbers *r) {
    (void)r;
    begin_steps();
    for (size_t i = 1; i <= n; i++) {
        STEP;
        for (size_t k = 1; k * k <= i; k++) STEP;
    }
}

static void pythagorean_triples(size_t n, struct random_numbers *r) {
    (void)r;
    begin_steps();
    for (size_t a = 1; a <= n; a++) {
        STEP;
        for (size_t b = a; b <= n; b++) {
            STEP;
            for (size_t c = b; c <= n; c++) {
                STEP;
                if (a * a + b * b == c * c) STEP;
            }
        }
    }
}

FAMILY(numbers, ROW(modular_power, LOG, 3, 100000, SAME_COST | ARGUMENT | STAIRS),
       ROW(digit_sum, LOG, 9, 100000, SAME_COST | ARGUMENT | STAIRS),
       ROW(root_by_odd_numbers, SQRT, 9, 100000, SAME_COST | ARGUMENT),
       ROW(divisor_blocks, SQRT, 9, 100000, SAME_COST | ARGUMENT),
       ROW(divisor_counts, N_LOG, 8, 10000, SAME_COST | ARGUMENT),
       ROW(linear_sieve, N, 16, 10000, SAME_COST | ARGUMENT),
       ROW(perfect_numbers, N2, 16, 300, SAME_COST | ARGUMENT),
       ROW(sums_of_two_squares, N, 60, 20000, SAME_COST | ARGUMENT),
       ROW(roots_of_all, N_SQRT, 16, 2500, SAME_COST | ARGUMENT),
       ROW(pythagorean_triples, N3, 8, 50, SAME_COST | ARGUMENT));
