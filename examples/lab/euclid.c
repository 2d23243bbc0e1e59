/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Euclid's algorithm in its worst case, two consecutive Fibonacci numbers: every quotient is 1, and
 * the n-th number and its successor take n - 1 divisions.
 *
 * Count of of_fibonacci_numbers: divisions = n - 1 where n >= 2
 * Count of of_fibonacci_numbers: divisions grows n
 */
#include <ordo/ordo.h>

static unsigned long gcd(unsigned long a, unsigned long b) {
    while (b) {
        unsigned long rest = a % b; /* count: divisions */
        a = b;
        b = rest;
    }
    return a;
}

static unsigned long of_fibonacci_numbers(long *count, size_t n) {
    unsigned long a = 1, b = 0; /* F(1), F(0) */
    (void)count;
    for (size_t i = 0; i < n; i++) {
        unsigned long next = a + b;
        b = a;
        a = next;
    }
    return gcd(a, b);
}

static int is_one(const long *count, size_t n, const long *result, unsigned long divisor) {
    (void)count, (void)n, (void)result;
    return divisor == 1;
}

ORDO_EXPERIMENT(of_fibonacci_numbers, .inputs = ordo_integer, .from = 1, .to = 61, .step = 3,
                .check = is_one);
