/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * branches.c: routines that do one of two things.
 */
#include "models/algorithm.h"

static void scan(size_t n) {
    for (size_t i = 0; i < n; i++) STEP;
}

static void scan_pairs(size_t n) {
    for (size_t i = 0; i < n; i++) {
        STEP;
        for (size_t k = 0; k < i; k++) STEP;
    }
}

static void halve(size_t n) {
    for (; n > 1; n /= 2) STEP;
}

static void index_or_scan(size_t n, struct random_numbers *r) {
    bool indexed = chance(r, 0.6);
    begin_steps();
    if (indexed)
        halve(n);
    else
        scan(n);
}

static void sorted_or_not(size_t n, struct random_numbers *r) {
    bool sorted = chance(r, 0.5);
    begin_steps();
    scan(n);
    if (!sorted) STEP, scan_pairs(n);
}

static void reuse_or_sort(size_t n, struct random_numbers *r) {
    bool reuse = chance(r, 0.4);
    begin_steps();
    if (reuse) return;
    for (size_t width = 1; width < n; width *= 2) STEP, scan(n);
}

/* Fast for the small ones of n keys, by a count that is compared with a root. */
static void root_or_all(size_t n, struct random_numbers *r) {
    bool all = chance(r, 0.5);
    begin_steps();
    for (size_t i = 0; i * i < n; i++) STEP;
    if (all) STEP, scan(n);
}

/* One call in n compares all pairs: the mean is linear, the envelope is not. */
static void rare_all_pairs(size_t n, struct random_numbers *r) {
    bool rare = below(r, n) == 0;
    begin_steps();
    scan(n);
    if (rare) STEP, scan_pairs(n);
}

static void compare_all_or_first(size_t n, struct random_numbers *r) {
    bool all = chance(r, 0.7);
    begin_steps();
    STEP;
    if (all) scan_pairs(n);
}

static void cubic_or_square(size_t n, struct random_numbers *r) {
    bool cubic = chance(r, 0.5);
    begin_steps();
    scan_pairs(n);
    for (size_t i = 0; cubic && i < n; i++) STEP, scan_pairs(n);
}

static void forwards_or_backwards(size_t n, struct random_numbers *r) {
    bool backwards = chance(r, 0.5);
    begin_steps();
    scan(n);
    if (backwards) STEP, scan(2 * n);
}

/* Half of the calls have bad keys, which are all in a third of the table. */
static void good_or_bad_keys(size_t n, struct random_numbers *r) {
    bool bad = chance(r, 0.5);
    begin_steps();
    for (size_t i = 0; i < n; i++) {
        STEP;
        for (size_t k = 0; bad && k < i / 3; k++) STEP;
    }
}

FAMILY(branches, ROW(index_or_scan, N, 8, 10000, 0), ROW(sorted_or_not, N2, 8, 200, 0),
       ROW(reuse_or_sort, N_LOG, 8, 8000, STAIRS), ROW(root_or_all, N, 8, 10000, 0),
       ROW_ALSO(rare_all_pairs, N, NONE, N2, 8, 150, TAILS),
       ROW(compare_all_or_first, N2, 8, 200, 0), ROW(cubic_or_square, N3, 6, 24, 0),
       ROW(forwards_or_backwards, N, 8, 10000, 0), ROW(good_or_bad_keys, N2, 16, 250, 0));
