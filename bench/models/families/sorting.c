/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * sorting.c: sorts of arrays.
 */
#include "models/algorithm.h"

static void cocktail_sort(size_t n, struct random_numbers *r) {
    int *a = permutation(r, n);
    begin_steps();
    size_t low = 0, high = n - 1;
    while (low < high) {
        STEP;
        size_t last = low;
        for (size_t i = low; i < high; i++) {
            STEP;
            if (a[i] > a[i + 1]) STEP, swap_ints(&a[i], &a[i + 1]), last = i;
        }
        high = last;
        for (size_t i = high; i > low; i--) {
            STEP;
            if (a[i - 1] > a[i]) STEP, swap_ints(&a[i - 1], &a[i]), last = i;
        }
        if (last <= low) break;
        low = last;
    }
}

static void gnome_sort(size_t n, struct random_numbers *r) {
    int *a = permutation(r, n);
    begin_steps();
    for (size_t i = 1; i < n;) {
        STEP;
        if (!i || a[i - 1] <= a[i]) {
            STEP;
            i++;
        } else {
            STEP;
            swap_ints(&a[i - 1], &a[i]);
            i--;
        }
    }
}

static void odd_even_sort(size_t n, struct random_numbers *r) {
    int *a = permutation(r, n);
    begin_steps();
    for (size_t round = 0; round < n; round++) {
        STEP;
        for (size_t i = round & 1; i + 1 < n; i += 2) {
            STEP;
            if (a[i] > a[i + 1]) STEP, swap_ints(&a[i], &a[i + 1]);
        }
    }
}

/* Finds places by halving, but still moves what follows. */
static void binary_insertion_sort(size_t n, struct random_numbers *r) {
    int *a = permutation(r, n);
    begin_steps();
    for (size_t i = 1; i < n; i++) {
        int x = a[i];
        size_t low = 0, high = i;
        STEP;
        while (low < high) {
            size_t middle = (low + high) / 2;
            STEP;
            if (a[middle] > x)
                high = middle;
            else
                low = middle + 1;
        }
        for (size_t k = i; k > low; k--) STEP, a[k] = a[k - 1];
        a[low] = x;
    }
}

static void pancake_sort(size_t n, struct random_numbers *r) {
    int *a = permutation(r, n);
    begin_steps();
    for (size_t size = n; size > 1; size--) {
        size_t best = 0;
        STEP;
        for (size_t i = 1; i < size; i++) {
            STEP;
            if (a[i] > a[best]) STEP, best = i;
        }
        for (size_t i = 0, k = best; i < k; i++, k--) STEP, swap_ints(&a[i], &a[k]);
        for (size_t i = 0, k = size - 1; i < k; i++, k--) STEP, swap_ints(&a[i], &a[k]);
    }
}

static void merge_runs(const int *from, int *to, size_t low, size_t middle, size_t high) {
    size_t i = low, j = middle;
    STEP;
    for (size_t k = low; k < high; k++) {
        STEP;
        if (j >= high || (i < middle && from[i] <= from[j]))
            STEP, to[k] = from[i++];
        else
            STEP, to[k] = from[j++];
    }
}

static void bottom_up_merge_sort(size_t n, struct random_numbers *r) {
    int *a = permutation(r, n), *b = scratch_ints(n);
    begin_steps();
    for (size_t width = 1; width < n; width *= 2) {
        STEP;
        for (size_t low = 0; low < n; low += 2 * width) {
            size_t middle = low + width < n ? low + width : n;
            size_t high = low + 2 * width < n ? low + 2 * width : n;
            STEP;
            merge_runs(a, b, low, middle, high);
        }
        int *t = a;
        a = b;
        b = t;
    }
}

/* Values of six kinds: partitions shrink to equal keys at once. */
static void three_way(int *a, long low, long high) {
    STEP;
    if (low >= high) return;
    int pivot = a[(low + high) / 2];
    long less = low, more = high;
    part_in_three(a, pivot, &less, &more);
    three_way(a, low, less - 1);
    three_way(a, more + 1, high);
}

static void three_way_quick_few_keys(size_t n, struct random_numbers *r) {
    int *a = random_ints(r, n, 6);
    begin_steps();
    three_way(a, 0, (long)n - 1);
}

static void dual_pivot(int *a, long low, long high) {
    STEP;
    if (low >= high) return;
    if (a[low] > a[high]) STEP, swap_ints(&a[low], &a[high]);
    int p = a[low], q = a[high];
    long less = low + 1, more = high - 1;
    for (long i = less; i <= more; i++) {
        STEP;
        if (a[i] < p) {
            STEP;
            swap_ints(&a[i], &a[less++]);
        } else if (a[i] > q) {
            STEP;
            while (a[more] > q && i < more) STEP, more--;
            swap_ints(&a[i], &a[more--]);
            if (a[i] < p) STEP, swap_ints(&a[i], &a[less++]);
        }
    }
    swap_ints(&a[low], &a[--less]);
    swap_ints(&a[high], &a[++more]);
    dual_pivot(a, low, less - 1);
    dual_pivot(a, less + 1, more - 1);
    dual_pivot(a, more + 1, high);
}

static void dual_pivot_quick_sort(size_t n, struct random_numbers *r) {
    int *a = permutation(r, n);
    begin_steps();
    dual_pivot(a, 0, (long)n - 1);
}

/* n buckets of evenly spread values, each a short list in order. */
static void bucket_sort(size_t n, struct random_numbers *r) {
    int *a = random_ints(r, n, 64 * n), *head = scratch_ints(n), *next = scratch_ints(n);
    begin_steps();
    for (size_t i = 0; i < n; i++) {
        int *link = &head[a[i] / 64];
        STEP;
        while (*link && a[*link - 1] < a[i]) STEP, link = &next[*link - 1];
        next[i] = *link;
        *link = (int)i + 1;
    }
    for (size_t b = 0; b < n; b++) {
        STEP;
        for (int i = head[b]; i; i = next[i - 1]) STEP;
    }
}

static void patience_sort(size_t n, struct random_numbers *r) {
    int *a = permutation(r, n), *top = scratch_ints(n);
    size_t piles = 0;
    begin_steps();
    for (size_t i = 0; i < n; i++) {
        size_t low = 0, high = piles;
        STEP;
        while (low < high) {
            size_t middle = (low + high) / 2;
            STEP;
            if (top[middle] < a[i])
                low = middle + 1;
            else
                high = middle;
        }
        if (low == piles) STEP, piles++;
        top[low] = a[i];
    }
}

static void american_flag_sort(size_t n, struct random_numbers *r) {
    int *a = random_ints(r, n, 64), *next = scratch_ints(64), *end = scratch_ints(64);
    begin_steps();
    for (size_t i = 0; i < n; i++) STEP, end[a[i]]++;
    for (int k = 1; k < 64; k++) STEP, next[k] = end[k - 1], end[k] += end[k - 1];
    for (int k = 0; k < 64; k++) {
        STEP;
        while (next[k] < end[k]) {
            STEP;
            int v = a[next[k]];
            if (v == k)
                next[k]++;
            else
                STEP, swap_ints(&a[next[k]], &a[next[v]++]);
        }
    }
}

FAMILY(sorting, ROW(cocktail_sort, N2, 4, 300, 0), ROW(gnome_sort, N2, 4, 300, 0),
       ROW(odd_even_sort, N2, 4, 300, 0), ROW(binary_insertion_sort, N2, 64, 500, 0),
       ROW(pancake_sort, N2, 4, 300, 0), ROW(bottom_up_merge_sort, N_LOG, 4, 8000, STAIRS),
       ROW(three_way_quick_few_keys, N, 8, 10000, 0), ROW(dual_pivot_quick_sort, N_LOG, 4, 8000, 0),
       ROW(bucket_sort, N, 4, 10000, 0), ROW(patience_sort, N_LOG, 8, 8000, 0),
       ROW(american_flag_sort, N, 4, 10000, 0));
