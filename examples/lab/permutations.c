/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * All permutations of n elements, made by exchanging the current place with every later one.
 *
 * Count of permutations: visits = factorial(n)
 */
#include <ordo/ordo.h>

static void swap(int *a, size_t i, size_t j) {
    int t = a[i];
    a[i] = a[j];
    a[j] = t;
}

static size_t permute(int *a, size_t k, size_t n) {
    size_t visited = 0;
    if (k == n) {
        return 1; /* count: visits */
    }
    for (size_t i = k; i < n; i++) {
        swap(a, k, i);
        visited += permute(a, k + 1, n);
        swap(a, k, i);
    }
    return visited;
}

static size_t permutations(int *a, size_t n) {
    return permute(a, 0, n);
}

static int is_factorial(const int *input, size_t n, const int *a, size_t visited) {
    size_t factorial = 1;
    for (size_t i = 0; i < n; i++) {
        factorial *= i + 1;
        if (a[i] != input[i]) return 0;
    }
    return visited == factorial;
}

ORDO_EXPERIMENT(permutations, .inputs = ordo_sorted_ints, .to = 7, .check = is_factorial);
