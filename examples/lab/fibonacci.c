/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Fibonacci numbers by their definition: the same numbers are computed again and again, and the
 * number of calls grows by the golden ratio.
 *
 * Count of fibonacci_of: calls = 2*F(n + 1) - 1
 * Count of fibonacci_of: calls has base (1 + sqrt(5)) / 2
 */
#include <ordo/ordo.h>

static long fibonacci(long n) {
    if (n < 2) { /* count: calls */
        return n;
    }
    return fibonacci(n - 1) + fibonacci(n - 2);
}

static long fibonacci_of(long *value, size_t n) {
    (void)n;
    return fibonacci(*value);
}

ORDO_EXPERIMENT(fibonacci_of, .inputs = ordo_integer, .to = 22);
