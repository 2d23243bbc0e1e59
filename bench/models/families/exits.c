/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * exits.c: loops that end early.
 */
#include "models/algorithm.h"

static void first_difference(size_t n, struct random_numbers *r) {
    begin_steps();
    for (size_t i = 0; i < n; i++) {
        STEP;
        if (below(r, 4)) return;
    }
}

static void order_check_of_random(size_t n, struct random_numbers *r) {
    int *a = random_ints(r, n, 1 << 30);
    begin_steps();
    for (size_t i = 1; i < n; i++) {
        STEP;
        if (a[i] < a[i - 1]) return;
    }
}

static void scan_to_uniform_place(size_t n, struct random_numbers *r) {
    size_t x = below(r, n);
    begin_steps();
    for (size_t i = 0; i < n; i++) {
        STEP;
        if (i == x) return;
    }
}

static void scan_to_first_of_two(size_t n, struct random_numbers *r) {
    size_t a = below(r, n), b = below(r, n);
    begin_steps();
    for (size_t i = 0; i < n; i++) {
        STEP;
        if (i == a || i == b) STEP;
        if (i == a || i == b) return;
    }
}

/* The first equal pair among values of n kinds, by comparing with all before. */
static void first_equal_pair(size_t n, struct random_numbers *r) {
    int *a = random_ints(r, n, n);
    begin_steps();
    for (size_t i = 1; i < n; i++) {
        STEP;
        for (size_t k = 0; k < i; k++) {
            STEP;
            if (a[i] == a[k]) return;
        }
    }
}

/* One of sqrt(n) rooms is right; each is looked through in turn. */
static void rooms_in_turn(size_t n, struct random_numbers *r) {
    size_t width = 1;
    while (width * width < n) width++;
    size_t right = below(r, width);
    begin_steps();
    for (size_t room = 0; room <= right; room++) {
        STEP;
        for (size_t i = 0; i < width; i++) STEP;
    }
}

/* Bubble passes end when nothing is swapped; few elements are out of place. */
static void passes_until_sorted(size_t n, struct random_numbers *r) {
    int *a = ascending(n);
    for (int k = 0; k < 3; k++) {
        size_t i = below(r, n - 1);
        swap_ints(&a[i], &a[i + 1]);
    }
    begin_steps();
    for (bool again = true; again;) {
        STEP;
        again = false;
        for (size_t i = 1; i < n; i++) {
            STEP;
            if (a[i - 1] > a[i]) STEP, swap_ints(&a[i - 1], &a[i]), again = true;
        }
    }
}

static void pair_with_uniform_first(size_t n, struct random_numbers *r) {
    size_t first = below(r, n);
    begin_steps();
    for (size_t i = 0; i <= first; i++) {
        STEP;
        for (size_t k = 0; k < n; k++) STEP;
    }
}

/* Halves until a coin says stop; at most log n times. */
static void halving_with_coin(size_t n, struct random_numbers *r) {
    begin_steps();
    for (; n > 1; n /= 2) {
        STEP;
        if (chance(r, 0.02)) return;
    }
}

FAMILY(exits, ROW_ALSO(first_difference, 1, LOG, NONE, 8, 20000, 0),
       ROW_ALSO(order_check_of_random, 1, LOG, NONE, 8, 5000, 0),
       ROW(scan_to_uniform_place, N, 8, 10000, 0), ROW(scan_to_first_of_two, N, 8, 10000, 0),
       ROW_ALSO(first_equal_pair, N, NONE, NONE, 16, 4000, 0), ROW(rooms_in_turn, N, 16, 10000, 0),
       ROW(passes_until_sorted, N, 16, 8000, 0), ROW(pair_with_uniform_first, N2, 4, 400, 0),
       ROW_ALSO(halving_with_coin, LOG, NONE, LOG, 8, 100000, ARGUMENT));
