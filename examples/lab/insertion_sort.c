/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Insertion sort is fastest on a sorted array and slowest on a reversed one.
 *
 * Count of insertion_sort/ordo_sorted_ints: comparisons = n - 1 where n >= 1
 * Count of insertion_sort/ordo_reversed_ints: comparisons = (n^2 - n) / 2
 * Count of insertion_sort/ordo_permutation: moves ~ (n^2 - n) / 4
 */
#include <ordo/ordo.h>

static int less(int a, int b) {
    return a < b; /* count: comparisons */
}

static void insertion_sort(int *a, size_t n) {
    for (size_t k = 1; k < n; k++) {
        int inserted = a[k];
        size_t i = k;
        while (i > 0 && less(inserted, a[i - 1])) {
            a[i] = a[i - 1]; /* count: moves */
            i--;
        }
        a[i] = inserted;
    }
}

ORDO_EXPERIMENT(insertion_sort,
                .inputs = ORDO_INPUTS(ordo_sorted_ints, ordo_reversed_ints, ordo_permutation),
                .to = 80, .step = 8, .repeat = 40);
