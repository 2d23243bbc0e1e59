/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Merge sort: every level of the recursion moves each element once, whatever their order.
 *
 * Count of merge_sort: moves = n * ceil_log2(n) - 2^ceil_log2(n) + n where n >= 1
 * Count of merge_sort: comparisons <= n * ceil_log2(n) - 2^ceil_log2(n) + 1 where n >= 1
 * Count of merge_sort: moves grows n log n
 */
#include <ordo/ordo.h>

#include <stdlib.h>
#include <string.h>

static int less(int a, int b) {
    return a < b; /* count: comparisons */
}

static void sort(int *a, size_t n, int *room) {
    if (n < 2) return;
    size_t half = n / 2, i = 0, j = half;
    sort(a, half, room);
    sort(a + half, n - half, room);
    for (size_t k = 0; k < n; k++) {
        int from_right = j < n && (i == half || less(a[j], a[i]));
        room[k] = from_right ? a[j++] : a[i++]; /* count: moves statement */
    }
    memcpy(a, room, n * sizeof *a);
}

static void merge_sort(int *a, size_t n) {
    int *room = malloc((n + 1) * sizeof *room);
    if (!room) abort();
    sort(a, n, room);
    free(room);
}

static int is_sorted(const int *input, size_t n, const int *a) {
    (void)input;
    for (size_t i = 1; i < n; i++)
        if (a[i - 1] > a[i]) return 0;
    return 1;
}

ORDO_EXPERIMENT(merge_sort, .inputs = ordo_random_ints, .from = 1, .to = 2000, .ratio = 1.5,
                .repeat = 3, .check = is_sorted);
