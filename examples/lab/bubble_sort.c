/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Bubble sort: each round moves the greatest remaining element to its place.
 *
 * Count of bubble_sort: comparisons = (n^2 - n) / 2
 * Count of bubble_sort: comparisons grows n^2
 */
#include <ordo/ordo.h>

static void bubble_sort(int *a, size_t n) {
    for (size_t end = n; end > 1; end--) {
        for (size_t i = 1; i < end; i++) {
            if (a[i - 1] > a[i]) { /* count: comparisons */
                int t = a[i - 1];
                a[i - 1] = a[i];
                a[i] = t;
            }
        }
    }
}

static int is_sorted(const int *input, size_t n, const int *a) {
    (void)input;
    for (size_t i = 1; i < n; i++)
        if (a[i - 1] > a[i]) return 0;
    return 1;
}

ORDO_EXPERIMENT(bubble_sort, .inputs = ordo_random_ints, .to = 100, .step = 5, .repeat = 5,
                .check = is_sorted);
