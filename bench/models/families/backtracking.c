/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * backtracking.c: exhaustive search; n is an argument.
 */
#include "models/algorithm.h"

static void next_place(unsigned free_ones, size_t n) {
    STEP;
    for (size_t k = 0; k < n; k++) {
        STEP;
        if (free_ones >> k & 1) next_place(free_ones & ~(1u << k), n);
    }
}

static void all_orders(size_t n, struct random_numbers *r) {
    (void)r;
    begin_steps();
    next_place((1u << n) - 1, n);
}

static int best_load(const int *weight, size_t n, int room) {
    STEP;
    if (!n) return 0;
    int without = best_load(weight + 1, n - 1, room);
    if (weight[0] > room) return without;
    int with = weight[0] + best_load(weight + 1, n - 1, room - weight[0]);
    STEP;
    return with > without ? with : without;
}

/* Half of the weights fit, so that most branches are open until the end. */
static void load_without_memory(size_t n, struct random_numbers *r) {
    int *weight = random_ints(r, n, 100), sum = 0;
    for (size_t i = 0; i < n; i++) sum += ++weight[i];
    begin_steps();
    best_load(weight, n, sum / 2);
}

static void ring_puzzle(int n) {
    STEP;
    if (n <= 0) return;
    ring_puzzle(n - 2);
    STEP;
    ring_puzzle(n - 2);
    ring_puzzle(n - 1);
}

static void chinese_rings(size_t n, struct random_numbers *r) {
    (void)r;
    begin_steps();
    ring_puzzle((int)n);
}

static int tribonacci(int n) {
    STEP;
    if (n < 3) return n > 1;
    return tribonacci(n - 1) + tribonacci(n - 2) + tribonacci(n - 3);
}

static void tribonacci_tree(size_t n, struct random_numbers *r) {
    (void)r;
    begin_steps();
    tribonacci((int)n);
}

static void brackets(size_t open, size_t close) {
    STEP;
    if (open) STEP, brackets(open - 1, close + 1);
    if (close) STEP, brackets(open, close - 1);
}

static void all_brackets(size_t n, struct random_numbers *r) {
    (void)r;
    begin_steps();
    brackets(n, 0);
}

static void words_without_pair(size_t n, bool last) {
    STEP;
    if (!n) return;
    words_without_pair(n - 1, false);
    if (!last) STEP, words_without_pair(n - 1, true);
}

static void binary_words_without_pairs(size_t n, struct random_numbers *r) {
    (void)r;
    begin_steps();
    words_without_pair(n, false);
}

static bool colour(const unsigned *edge, int *colours, size_t v, size_t n) {
    STEP;
    if (v == n) return false;
    for (int c = 1; c <= 3; c++) {
        bool free_one = true;
        STEP;
        for (size_t u = 0; u < v && free_one; u++) {
            STEP;
            if (edge[v] >> u & 1 && colours[u] == c) free_one = false;
        }
        if (!free_one) continue;
        colours[v] = c;
        if (colour(edge, colours, v + 1, n)) return true;
    }
    return false;
}

/* All colourings of a ring: 2^n of them. */
static void ring_colourings(size_t n, struct random_numbers *r) {
    unsigned *edge = scratch(n, sizeof *edge);
    (void)r;
    for (size_t v = 1; v < n; v++) edge[v] = 1u << (v - 1);
    begin_steps();
    colour(edge, scratch_ints(n), 0, n);
}

static void equal_halves(const int *weight, size_t n, int left) {
    STEP;
    if (!n || left < 0) return;
    equal_halves(weight + 1, n - 1, left);
    STEP;
    equal_halves(weight + 1, n - 1, left - weight[0]);
}

static void split_in_halves(size_t n, struct random_numbers *r) {
    int *weight = random_ints(r, n, 50), sum = 0;
    for (size_t i = 0; i < n; i++) sum += ++weight[i];
    begin_steps();
    equal_halves(weight, n, sum / 2);
}

FAMILY(backtracking, ROW(all_orders, EXP, 2, 7, SAME_COST | ARGUMENT),
       ROW(load_without_memory, EXP, 3, 16, ARGUMENT),
       ROW(chinese_rings, EXP, 3, 17, SAME_COST | ARGUMENT),
       ROW(tribonacci_tree, EXP, 4, 20, SAME_COST | ARGUMENT),
       ROW(all_brackets, EXP, 2, 9, SAME_COST | ARGUMENT),
       ROW(binary_words_without_pairs, EXP, 3, 22, SAME_COST | ARGUMENT),
       ROW(ring_colourings, EXP, 3, 14, SAME_COST | ARGUMENT),
       ROW(split_in_halves, EXP, 3, 16, ARGUMENT));
