/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Linear search for an element of the array visits half of it on average. Beginning at a random end
 * is no better: (n + 1) / 2 comparisons again.
 *
 * Count of search_zero: comparisons ~ (n + 1) / 2
 * Count of toss_and_search_zero: forwards + backwards ~ (n + 1) / 2
 */
#include <ordo/ordo.h>

#include <stdlib.h>

static size_t linear_search(const int *a, size_t n, int sought) {
    for (size_t i = 0; i < n; i++) {
        if (a[i] == sought) { /* count: comparisons */
            return i;
        }
    }
    return n;
}

static size_t coin_toss_search(const int *a, size_t n, int sought) {
    if (rand() % 2) {
        for (size_t i = 0; i < n; i++) {
            if (a[i] == sought) { /* count: forwards */
                return i;
            }
        }
    } else {
        for (size_t i = n; i > 0; i--) {
            if (a[i - 1] == sought) { /* count: backwards */
                return i - 1;
            }
        }
    }
    return n;
}

/* A permutation has 0 at any place. */
static size_t search_zero(int *a, size_t n) {
    return linear_search(a, n, 0);
}

static size_t toss_and_search_zero(int *a, size_t n) {
    return coin_toss_search(a, n, 0);
}

static int is_found(const int *a, size_t n, const int *result, size_t place) {
    (void)result;
    return place < n && a[place] == 0;
}

ORDO_EXPERIMENT(search_zero, .inputs = ordo_permutation, .from = 1, .to = 101, .step = 10,
                .repeat = 300, .check = is_found);
ORDO_EXPERIMENT(toss_and_search_zero, .inputs = ordo_permutation, .from = 1, .to = 101, .step = 10,
                .repeat = 300, .check = is_found);
