/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Maximum of an array. It takes n - 1 comparisons, but how many updates? Of distinct values in
 * random order, the k-th is the greatest so far with probability 1/k. After the first this makes
 * H(n) - 1 updates, which grows like log n.
 *
 * Also of find_max: comparisons = n - 1
 * Count of find_max: updates ~ H(n) - 1
 */
#include <ordo/ordo.h>

static int find_max(const int *a, size_t n) {
    int max = a[0];
    for (size_t i = 1; i < n; i++) {
        if (a[i] > max) { /* count: comparisons */
            max = a[i];   /* count: updates */
        }
    }
    return max;
}

ORDO_EXPERIMENT(find_max, .inputs = ordo_permutation, .from = 1, .to = 400, .ratio = 1.5,
                .repeat = 200);
