/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Heap sort: both phases call the same function about the same number of times. Yet the first
 * phase, which builds the heap, is linear, and the second, which empties it, is not.
 *
 * Count of heap_sort: inclusive making grows n
 * Count of heap_sort: inclusive taking grows n log n
 * Also of heap_sort: taking = n - 1 where n >= 1
 */
#include <ordo/ordo.h>

static void swap(int *a, size_t i, size_t j) {
    int t = a[i];
    a[i] = a[j];
    a[j] = t;
}

/* Moves the element at p down to its place among a[0] to a[n - 1]. */
static void heapify(int *a, size_t p, size_t n) {
    for (;;) {
        size_t child = 2 * p + 1;
        if (child >= n) return;
        if (child + 1 < n && a[child] < a[child + 1]) child++;
        if (a[p] >= a[child]) return;
        swap(a, p, child);
        p = child;
    }
}

static void heap_sort(int *a, size_t n) {
    for (size_t k = n; k > 0; k--) {
        heapify(a, k - 1, n); /* count: making */
    }
    for (size_t k = n; k > 1; k--) {
        swap(a, 0, k - 1);
        heapify(a, 0, k - 1); /* count: taking */
    }
}

static int is_sorted(const int *input, size_t n, const int *a) {
    (void)input;
    for (size_t i = 1; i < n; i++)
        if (a[i - 1] > a[i]) return 0;
    return 1;
}

ORDO_EXPERIMENT(heap_sort, .inputs = ordo_random_ints, .from = 16, .to = 4096, .ratio = 1.5,
                .repeat = 3, .check = is_sorted);
