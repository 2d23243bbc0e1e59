/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * sets.c: sets as arrays, bits and forests.
 */
#include "models/algorithm.h"

static void quick_find_unions(size_t n, struct random_numbers *r) {
    int *group = ascending(n), *order = permutation(r, n);
    begin_steps();
    for (size_t i = 1; i < n; i++) {
        int from = group[order[i]], to = group[order[i - 1]];
        STEP;
        for (size_t k = 0; k < n; k++) {
            STEP;
            if (group[k] == from) group[k] = to;
        }
    }
}

static void intersect_by_merging(size_t n, struct random_numbers *r) {
    int *a = scratch_ints(n), *b = scratch_ints(n);
    for (size_t i = 1; i < n; i++) {
        a[i] = a[i - 1] + 1 + (int)below(r, 3);
        b[i] = b[i - 1] + 1 + (int)below(r, 3);
    }
    begin_steps();
    for (size_t i = 0, k = 0; i < n && k < n;) {
        STEP;
        if (a[i] < b[k])
            STEP, i++;
        else if (a[i] > b[k])
            STEP, k++;
        else
            STEP, i++, k++;
    }
}

static void insert_into_ordered_array(size_t n, struct random_numbers *r) {
    int *a = scratch_ints(n);
    begin_steps();
    for (size_t used = 0; used < n; used++) {
        int x = (int)below(r, 1 << 30);
        size_t i = used;
        STEP;
        for (; i > 0 && a[i - 1] > x; i--) STEP, a[i] = a[i - 1];
        a[i] = x;
    }
}

static void union_of_bit_sets(size_t n, struct random_numbers *r) {
    int *a = random_ints(r, n, 2), *b = random_ints(r, n, 2);
    begin_steps();
    for (size_t i = 0; i < n; i++) {
        STEP;
        if (a[i] | b[i]) STEP;
    }
}

static void disjoint_by_all_pairs(size_t n, struct random_numbers *r) {
    int *a = permutation(r, n);
    begin_steps();
    for (size_t i = 0; i < n; i++) {
        STEP;
        for (size_t k = 0; k < n; k++) {
            STEP;
            if (a[i] == a[k] + (int)n) return;
        }
    }
}

static void sums_of_subsets(size_t n, struct random_numbers *r) {
    int *weight = random_ints(r, n, 100), best = 0;
    begin_steps();
    for (size_t set = 0; set < (size_t)1 << n; set++) {
        int sum = 0;
        STEP;
        for (size_t i = 0; i < n; i++) {
            STEP;
            if (set >> i & 1) STEP, sum += weight[i];
        }
        if (sum > best) best = sum;
    }
}

/* Trees joined by size, without compression: depths are up to log n, and mostly small. */
static void unions_by_size(size_t n, struct random_numbers *r) {
    int *parent = ascending(n), *size = scratch_ints(n);
    begin_steps();
    for (size_t i = 0; i < n; i++) {
        int a = (int)below(r, n), b = (int)below(r, n);
        STEP;
        while (parent[a] != a) STEP, a = parent[a];
        while (parent[b] != b) STEP, b = parent[b];
        if (a == b) continue;
        STEP;
        if (size[a] < size[b]) STEP, swap_ints(&a, &b);
        parent[b] = a;
        size[a] += size[b] + 1;
    }
}

/* Looks through all that was kept for each of n values, of which the root differ. */
static void distinct_of_few(size_t n, struct random_numbers *r) {
    size_t kinds = 1, kept = 0;
    while (kinds * kinds < n) kinds++;
    int *a = scratch_ints(n);
    begin_steps();
    for (size_t i = 0; i < n; i++) {
        int x = (int)below(r, kinds);
        size_t k = 0;
        STEP;
        while (k < kept && a[k] != x) STEP, k++;
        if (k == kept) STEP, a[kept++] = x;
    }
}

FAMILY(sets, ROW(quick_find_unions, N2, 4, 300, POLYNOMIAL),
       ROW(intersect_by_merging, N, 8, 8000, 0), ROW(insert_into_ordered_array, N2, 4, 300, 0),
       ROW(union_of_bit_sets, N, 8, 8000, 0), ROW(disjoint_by_all_pairs, N2, 4, 1000, POLYNOMIAL),
       ROW(sums_of_subsets, EXP, 3, 12, ARGUMENT),
       ROW_ALSO(unions_by_size, N, N_LOG, NONE, 8, 4000, 0),
       ROW(distinct_of_few, N_SQRT, 16, 2000, 0));
