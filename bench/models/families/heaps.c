/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * heaps.c: priority queues.
 */
#include "models/algorithm.h"

static void sift_down(int *a, size_t v, size_t n, size_t arity) {
    STEP;
    for (;;) {
        size_t best = v;
        STEP;
        for (size_t k = arity * v + 1; k <= arity * v + arity && k < n; k++) {
            STEP;
            if (a[k] > a[best]) best = k;
        }
        if (best == v) return;
        swap_ints(&a[v], &a[best]);
        v = best;
    }
}

static void four_way_heap_sort(size_t n, struct random_numbers *r) {
    int *a = permutation(r, n);
    begin_steps();
    for (size_t v = n; v-- > 0;) STEP, sift_down(a, v, n, 4);
    for (size_t left = n; left > 1;) {
        STEP;
        swap_ints(&a[0], &a[--left]);
        sift_down(a, 0, left, 4);
    }
}

static void heap_replace_top(size_t n, struct random_numbers *r) {
    int *a = scratch_ints(n);
    for (size_t i = 0; i < n; i++) a[i] = (int)(2 * (n - i));
    a[0] = (int)below(r, n);
    begin_steps();
    sift_down(a, 0, n, 2);
}

static void heap_order_check(size_t n, struct random_numbers *r) {
    int *a = scratch_ints(n);
    (void)r;
    for (size_t i = 0; i < n; i++) a[i] = (int)(n - i);
    begin_steps();
    for (size_t i = 1; i < n; i++) {
        STEP;
        if (a[i] > a[(i - 1) / 2]) return;
    }
}

/* Merges sqrt(n) ordered lists by a heap of their heads. */
static void merge_of_many_lists(size_t n, struct random_numbers *r) {
    size_t lists = 1;
    while (lists * lists < n) lists++;
    int *head = scratch_ints(lists);
    for (size_t i = 0; i < lists; i++) head[i] = -(int)i;
    begin_steps();
    for (size_t i = 0; i < n; i++) {
        STEP;
        head[0] -= 1 + (int)below(r, 2 * lists);
        sift_down(head, 0, lists, 2);
    }
}

static void sift_up(int *a, size_t v) {
    STEP;
    while (v && a[v] > a[(v - 1) / 2]) STEP, swap_ints(&a[v], &a[(v - 1) / 2]), v = (v - 1) / 2;
}

/* Ascending keys rise to the root each time. */
static void heap_of_ascending_keys(size_t n, struct random_numbers *r) {
    int *a = scratch_ints(n);
    (void)r;
    begin_steps();
    for (size_t i = 0; i < n; i++) STEP, a[i] = (int)i, sift_up(a, i);
}

static int leftist_merge(int a, int b, const int *key, int *left, int *right, int *rank) {
    STEP;
    if (!a || !b) return a + b;
    if (key[b] < key[a]) STEP, swap_ints(&a, &b);
    right[a] = leftist_merge(right[a], b, key, left, right, rank);
    if (rank[left[a]] < rank[right[a]]) STEP, swap_ints(&left[a], &right[a]);
    rank[a] = rank[right[a]] + 1;
    return a;
}

static void leftist_heap_sort(size_t n, struct random_numbers *r) {
    int *key = permutation(r, n + 1), *left = scratch_ints(n), *right = scratch_ints(n);
    int *rank = scratch_ints(n), root = 0;
    rank[0] = -1;
    begin_steps();
    for (int i = 1; i <= (int)n; i++) STEP, root = leftist_merge(root, i, key, left, right, rank);
    while (root) STEP, root = leftist_merge(left[root], right[root], key, left, right, rank);
}

/* A priority queue without order: the least is looked for each time. */
static void unordered_queue_sort(size_t n, struct random_numbers *r) {
    int *a = permutation(r, n);
    begin_steps();
    for (size_t left = n; left > 0; left--) {
        size_t best = 0;
        STEP;
        for (size_t i = 1; i < left; i++) {
            STEP;
            if (a[i] < a[best]) best = i;
        }
        a[best] = a[left - 1];
    }
}

FAMILY(heaps, ROW(four_way_heap_sort, N_LOG, 8, 5000, 0),
       ROW(heap_replace_top, LOG, 8, 8000, STAIRS), ROW(heap_order_check, N, 4, 10000, POLYNOMIAL),
       ROW(merge_of_many_lists, N_LOG, 9, 5000, 0),
       ROW(heap_of_ascending_keys, N_LOG, 4, 8000, SAME_COST),
       ROW(leftist_heap_sort, N_LOG, 8, 5000, 0),
       ROW(unordered_queue_sort, N2, 4, 1500, POLYNOMIAL));
