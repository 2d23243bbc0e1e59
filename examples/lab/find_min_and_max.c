/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Minimum and maximum of an array by divide and conquer. Halving seems natural, but two elements
 * and the rest are better: 3n/2 - 2 comparisons, rounded up. Halving takes as many if n is a power
 * of two, never fewer, and more for every other even n.
 *
 * Count of two_and_rest: comparisons = ceil(3*n / 2) - 2
 * Count of halves: comparisons = min_max_halves(n)
 * Count of halves: comparisons = 3*n / 2 - 2 where n >= 2 and power_of_two(n)
 * Count of halves: comparisons >= ceil(3*n / 2) - 2
 * Count of halves: comparisons > 3*n / 2 - 2 where n % 2 == 0 and not power_of_two(n)
 */
#include <ordo/ordo.h>

struct extremes {
    int min, max;
};

static int less(int a, int b) {
    return a < b; /* count: comparisons */
}

static struct extremes of_two(int a, int b) {
    return less(a, b) ? (struct extremes){a, b} : (struct extremes){b, a};
}

static struct extremes join(struct extremes a, struct extremes b) {
    struct extremes both = a;
    if (less(b.min, a.min)) both.min = b.min;
    if (less(a.max, b.max)) both.max = b.max;
    return both;
}

static struct extremes two_and_rest(const int *a, size_t n) {
    if (n == 1) return (struct extremes){a[0], a[0]};
    if (n == 2) return of_two(a[0], a[1]);
    return join(of_two(a[0], a[1]), two_and_rest(a + 2, n - 2));
}

static struct extremes halves(const int *a, size_t n) {
    if (n == 1) return (struct extremes){a[0], a[0]};
    if (n == 2) return of_two(a[0], a[1]);
    return join(halves(a, n / 2), halves(a + n / 2, n - n / 2));
}

static int are_extremes(const int *a, size_t n, const int *result, struct extremes found) {
    (void)result;
    for (size_t i = 0; i < n; i++)
        if (a[i] < found.min || a[i] > found.max) return 0;
    return 1;
}

ORDO_EXPERIMENT(two_and_rest, .inputs = ordo_random_ints, .from = 1, .to = 40, .step = 1,
                .check = are_extremes);
ORDO_EXPERIMENT(halves, .inputs = ordo_random_ints, .from = 1, .to = 40, .step = 1,
                .check = are_extremes);
