/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * pair_heaps.c: trees and heaps of n elements, and m operations on them.
 */
#include "models/pairs/pair_loops.h"

static void sink(int *heap, size_t n, size_t at) {
    for (;;) {
        size_t child = 2 * at + 1;
        STEP;
        if (child >= n) return;
        if (child + 1 < n && heap[child + 1] < heap[child]) STEP, child++;
        if (heap[at] <= heap[child]) return;
        STEP;
        swap_ints(&heap[at], &heap[child]);
        at = child;
    }
}

/* n elements from m sorted lists. */
static double merge_many(size_t n, size_t m, struct random_numbers *r) {
    int *heap = ascending(m);
    begin_steps();
    for (size_t i = 0; i < n; i++) {
        STEP;
        heap[0] += 1 + (int)below(r, 2 * m);
        sink(heap, m, 0);
    }
    return (double)(n + m);
}

static double build_and_take(size_t n, size_t m, struct random_numbers *r) {
    if (m > n) m = n;
    int *heap = random_ints(r, n, 1000000);
    begin_steps();
    for (size_t i = n / 2; i-- > 0;) sink(heap, n, i);
    for (size_t k = 0; k < m; k++) {
        STEP;
        heap[0] = 2000000;
        sink(heap, n, 0);
    }
    return (double)n;
}

/* m insertions into a tree of n, by random keys: the path has 2 ln n vertices. */
static double walk_down_a_tree(size_t n, size_t m, struct random_numbers *r) {
    begin_steps();
    for (size_t k = 0; k < m; k++) {
        STEP;
        for (size_t left = n; left > 0; left = below(r, left)) STEP;
    }
    return (double)(6 * m);
}

static double sums_of_ranges(size_t n, size_t m, struct random_numbers *r) {
    begin_steps();
    for (size_t k = 0; k < m; k++) {
        STEP;
        for (size_t low = below(r, n) + n, high = 2 * n; low < high; low /= 2, high /= 2) {
            STEP;
            if (low & 1) STEP, low++;
        }
    }
    return (double)(4 * m);
}

/* A list that is kept in order of use: a miss walks all m entries. */
static double list_of_recent(size_t n, size_t m, struct random_numbers *r) {
    (void)r;
    begin_steps();
    count_rectangle(n, m);
    return (double)(n + m);
}

PAIR_FAMILY(pair_heaps, PAIR(merge_many, "n log m", false, 100, 4000, 3, 3000),
            PAIR(build_and_take, "n + m log n|m log n|n + m|m log m + n", false, 200, 5000, 20,
                 3000),
            PAIR(walk_down_a_tree, "m log n", true, 5, 30000, 20, 1000),
            PAIR(sums_of_ranges, "m log n", true, 8, 30000, 20, 1500),
            PAIR(list_of_recent, "n*m", false, 20, 2000, 4, 200));
