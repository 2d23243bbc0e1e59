/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The sieve of Eratosthenes: each prime p up to the square root strikes out n/p - p + 1 multiples.
 * The total is about n log log n.
 *
 * Count of sieve: strikes = sieve_strikes(n)
 * Count of sieve: found = primes_up_to(n)
 */
#include <ordo/ordo.h>

#include <stdlib.h>

static size_t primes(size_t n) {
    char *struck = calloc(n + 1, 1);
    size_t count = 0;
    if (!struck) abort();
    for (size_t p = 2; p <= n; p++) {
        if (struck[p]) continue;
        count++; /* count: found */
        for (size_t k = p * p; k <= n; k += p) {
            struck[k] = 1; /* count: strikes */
        }
    }
    free(struck);
    return count;
}

static size_t sieve(long *number, size_t n) {
    (void)number;
    return primes(n);
}

ORDO_EXPERIMENT(sieve, .inputs = ordo_integer, .to = 3000, .step = 150);
