/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Binary search for an element that is less than all others: the greater half remains each time.
 *
 * Count of search_less: probes = floor_log2(n) + 1 where n >= 1
 * Count of search_less: probes grows log n
 */
#include <ordo/ordo.h>

static size_t binary_search(const int *a, size_t n, int sought) {
    size_t low = 0, high = n;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (a[middle] < sought) { /* count: probes */
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

static size_t search_less(int *a, size_t n) {
    return binary_search(a, n, -1);
}

ORDO_EXPERIMENT(search_less, .inputs = ordo_sorted_ints, .from = 1, .to = 20000, .ratio = 1.5);
