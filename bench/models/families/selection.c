/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * selection.c: the k-th smallest of an array, and the largest few.
 */
#include "models/algorithm.h"

static int median_of_few(int *a, long n) {
    STEP;
    for (long i = 1; i < n; i++) {
        STEP;
        for (long k = i; k > 0 && a[k - 1] > a[k]; k--) STEP, swap_ints(&a[k - 1], &a[k]);
    }
    return a[n / 2];
}

static int select_by_medians(int *a, long n, long k) {
    STEP;
    if (n <= 10) return median_of_few(a, n), a[k];
    int *medians = scratch_ints((size_t)n / 5 + 1);
    long groups = 0;
    for (long i = 0; i + 5 <= n; i += 5) STEP, medians[groups++] = median_of_few(a + i, 5);
    int pivot = select_by_medians(medians, groups, groups / 2);
    long less = 0, more = n - 1;
    part_in_three(a, pivot, &less, &more);
    if (k < less) return select_by_medians(a, less, k);
    if (k > more) return select_by_medians(a + more + 1, n - more - 1, k - more - 1);
    return pivot;
}

static void median_of_medians(size_t n, struct random_numbers *r) {
    int *a = permutation(r, n);
    begin_steps();
    select_by_medians(a, (long)n, (long)n / 2);
}

/* Keeps the ten largest in order; fewer and fewer elements are among them. */
static void ten_largest(size_t n, struct random_numbers *r) {
    int *a = permutation(r, n), best[11], kept = 0;
    begin_steps();
    for (size_t i = 0; i < n; i++) {
        STEP;
        if (kept == 10 && a[i] <= best[9]) continue;
        int k = kept < 10 ? kept++ : 9;
        STEP;
        for (; k > 0 && best[k - 1] < a[i]; k--) STEP, best[k] = best[k - 1];
        best[k] = a[i];
    }
}

static void second_best_by_tournament(size_t n, struct random_numbers *r) {
    int *a = permutation(r, n), *round = scratch_ints(n);
    begin_steps();
    for (size_t i = 0; i < n; i++) STEP, round[i] = a[i];
    for (size_t left = n; left > 1; left = (left + 1) / 2) {
        STEP;
        for (size_t i = 0; i + 1 < left; i += 2) {
            STEP;
            round[i / 2] = round[i] > round[i + 1] ? round[i] : round[i + 1];
        }
        if (left & 1) STEP, round[left / 2] = round[left - 1];
    }
}

/* Takes out the least element until half are gone. */
static void half_by_selection(size_t n, struct random_numbers *r) {
    int *a = permutation(r, n);
    begin_steps();
    for (size_t i = 0; i < n / 2; i++) {
        STEP;
        for (size_t k = i + 1; k < n; k++) {
            STEP;
            if (a[k] < a[i]) STEP, swap_ints(&a[k], &a[i]);
        }
    }
}

/* Takes out the least element sqrt(n) times. */
static void root_of_least(size_t n, struct random_numbers *r) {
    int *a = permutation(r, n);
    begin_steps();
    for (size_t i = 0; i * i < n; i++) {
        size_t least = i;
        STEP;
        for (size_t k = i + 1; k < n; k++) {
            STEP;
            if (a[k] < a[least]) least = k;
        }
        swap_ints(&a[i], &a[least]);
    }
}

static void least_and_greatest_in_pairs(size_t n, struct random_numbers *r) {
    int *a = permutation(r, n), least = a[0], greatest = a[0];
    begin_steps();
    for (size_t i = 0; i + 1 < n; i += 2) {
        int low = a[i], high = a[i + 1];
        STEP;
        if (low > high) STEP, swap_ints(&low, &high);
        if (low < least) STEP, least = low;
        if (high > greatest) STEP, greatest = high;
    }
}

FAMILY(selection, ROW(median_of_medians, N, 24, 8000, 0), ROW(ten_largest, N, 40, 10000, 0),
       ROW(second_best_by_tournament, N, 4, 10000, SAME_COST),
       ROW(half_by_selection, N2, 4, 300, 0), ROW(root_of_least, N_SQRT, 9, 1500, SAME_COST),
       ROW(least_and_greatest_in_pairs, N, 4, 10000, 0));
