/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * pair_sets.c: two collections of n and m elements.
 */
#include "models/pairs/pair_algorithm.h"

static double merge_two(size_t n, size_t m, struct random_numbers *r) {
    const int *a = ascending(n), *b = ascending(m);
    int range = 1 + (int)below(r, 3);
    size_t i = 0, k = 0;
    begin_steps();
    while (i < n && k < m) {
        STEP;
        if (a[i] * range < b[k])
            STEP, i++;
        else
            STEP, k++;
    }
    while (i < n) STEP, i++;
    while (k < m) STEP, k++;
    return (double)(n + m);
}

static double compare_all(size_t n, size_t m, struct random_numbers *r) {
    const int *a = random_ints(r, n, 1000), *b = random_ints(r, m, 1000);
    begin_steps();
    for (size_t i = 0; i < n; i++) {
        STEP;
        for (size_t k = 0; k < m; k++) {
            STEP;
            if (a[i] == b[k]) STEP;
        }
    }
    return (double)(n + m);
}

static double look_up_each(size_t n, size_t m, struct random_numbers *r) {
    const int *a = ascending(n), *b = random_ints(r, m, n + 1);
    begin_steps();
    for (size_t k = 0; k < m; k++) {
        size_t low = 0, high = n;
        STEP;
        while (low < high) {
            size_t middle = (low + high) / 2;
            STEP;
            if (a[middle] < b[k])
                STEP, low = middle + 1;
            else
                STEP, high = middle;
        }
    }
    return (double)m * 3 + 20;
}

static double build_and_probe(size_t n, size_t m, struct random_numbers *r) {
    int *slot = scratch_ints(2 * n + 1);
    begin_steps();
    for (size_t i = 0; i < n; i++) {
        size_t at = below(r, 2 * n);
        STEP;
        while (slot[at]) STEP, at = (at + 1) % (2 * n);
        slot[at] = 1;
    }
    for (size_t k = 0; k < m; k++) {
        size_t at = below(r, 2 * n);
        STEP;
        while (slot[at]) STEP, at = (at + 1) % (2 * n);
    }
    return (double)(n + m);
}

static void merge_sort(int *a, int *spare, size_t n) {
    STEP;
    if (n < 2) return;
    size_t half = n / 2, i = 0, k = half, at = 0;
    merge_sort(a, spare, half);
    merge_sort(a + half, spare, n - half);
    while (at < n) {
        STEP;
        spare[at++] = k == n || (i < half && a[i] <= a[k]) ? a[i++] : a[k++];
    }
    for (i = 0; i < n; i++) a[i] = spare[i];
}

static double sort_both(size_t n, size_t m, struct random_numbers *r) {
    int *a = random_ints(r, n, 1000000), *b = random_ints(r, m, 1000000);
    int *spare = scratch_ints(n > m ? n : m);
    begin_steps();
    merge_sort(a, spare, n);
    merge_sort(b, spare, m);
    for (size_t i = 0; i < n + m; i++) STEP;
    return (double)(n + m);
}

/* The smaller collection is sorted, the larger one searched in it. */
static double sort_one_and_scan_other(size_t n, size_t m, struct random_numbers *r) {
    int *a = random_ints(r, n, 1000000), *spare = scratch_ints(n);
    begin_steps();
    merge_sort(a, spare, n);
    for (size_t i = 0; i < m; i++) STEP;
    return (double)(n + m);
}

PAIR_FAMILY(pair_sets, PAIR(merge_two, "n + m", true, 20, 4000, 20, 4000),
            PAIR(compare_all, "n*m", false, 10, 500, 10, 500),
            PAIR(look_up_each, "m log n", true, 4, 30000, 20, 2000),
            PAIR(build_and_probe, "n + m", true, 30, 3000, 30, 3000),
            PAIR(sort_both, "n log n + m log m|n + m|n + m log m|n log n + m", true, 20, 3000, 20,
                 3000),
            PAIR(sort_one_and_scan_other, "n log n + m|n + m", false, 20, 1000, 100, 20000));
