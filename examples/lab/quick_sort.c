/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Quicksort with three choices of the pivot. The first element is good enough for random orders but
 * makes a sorted array quadratic; a random pivot does not; the median of three is best.
 *
 * Count of first_pivot/ordo_permutation: comparisons ~ 2*(n + 1)*H(n) - 4*n
 * Count of first_pivot/ordo_sorted_ints: comparisons = (n^2 - n) / 2
 * Count of random_pivot/ordo_permutation: comparisons ~ 2*(n + 1)*H(n) - 4*n
 * Count of random_pivot/ordo_sorted_ints: comparisons ~ 2*(n + 1)*H(n) - 4*n
 * Count of median_of_three/ordo_sorted_ints: comparisons = even_splits(n)
 * Also of median_of_three/ordo_permutation: comparisons <= (n^2 - n) / 2
 */
#include <ordo/ordo.h>

#include <stdlib.h>

enum pivot { FIRST, RANDOM, MEDIAN_OF_THREE };

static void swap(int *a, size_t i, size_t j) {
    int t = a[i];
    a[i] = a[j];
    a[j] = t;
}

static size_t median(const int *a, size_t i, size_t j, size_t k) {
    if ((a[i] < a[j]) == (a[j] < a[k])) return j;
    return (a[j] < a[i]) == (a[i] < a[k]) ? i : k;
}

static size_t choose(const int *a, size_t n, enum pivot pivot) {
    if (pivot == FIRST) return 0;
    if (pivot == RANDOM) return (size_t)rand() % n;
    return median(a, 0, n / 2, n - 1);
}

static void quick_sort(int *a, size_t n, enum pivot pivot) {
    if (n < 2) return;
    size_t last_smaller = 0;
    swap(a, 0, choose(a, n, pivot));
    for (size_t i = 1; i < n; i++) {
        if (a[i] < a[0]) { /* count: comparisons */
            swap(a, ++last_smaller, i);
        }
    }
    swap(a, 0, last_smaller);
    quick_sort(a, last_smaller, pivot);
    quick_sort(a + last_smaller + 1, n - last_smaller - 1, pivot);
}

static void first_pivot(int *a, size_t n) {
    quick_sort(a, n, FIRST);
}

static void random_pivot(int *a, size_t n) {
    quick_sort(a, n, RANDOM);
}

static void median_of_three(int *a, size_t n) {
    quick_sort(a, n, MEDIAN_OF_THREE);
}

static int is_sorted(const int *input, size_t n, const int *a) {
    (void)input;
    for (size_t i = 1; i < n; i++)
        if (a[i - 1] > a[i]) return 0;
    return 1;
}

ORDO_EXPERIMENT(first_pivot, .inputs = ORDO_INPUTS(ordo_permutation, ordo_sorted_ints), .to = 200,
                .step = 20, .repeat = 60, .check = is_sorted);
ORDO_EXPERIMENT(random_pivot, .inputs = ORDO_INPUTS(ordo_permutation, ordo_sorted_ints), .to = 200,
                .step = 20, .repeat = 60, .check = is_sorted);
ORDO_EXPERIMENT(median_of_three, .inputs = ORDO_INPUTS(ordo_permutation, ordo_sorted_ints),
                .to = 200, .step = 20, .repeat = 60, .check = is_sorted);
