/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * tables.c: dynamic programming.
 */
#include "models/algorithm.h"

static void coins_of_four_kinds(size_t n, struct random_numbers *r) {
    static const size_t coin[] = {1, 5, 10, 25};
    int *best = scratch_ints(n);
    (void)r;
    begin_steps();
    for (size_t i = 1; i <= n; i++) {
        STEP;
        best[i] = (int)i;
        for (int k = 0; k < 4; k++) {
            STEP;
            if (coin[k] <= i && best[i - coin[k]] + 1 < best[i])
                STEP, best[i] = best[i - coin[k]] + 1;
        }
    }
}

static void cut_the_rod(size_t n, struct random_numbers *r) {
    int *price = random_ints(r, n + 1, 100), *best = scratch_ints(n);
    begin_steps();
    for (size_t i = 1; i <= n; i++) {
        STEP;
        for (size_t k = 1; k <= i; k++) {
            STEP;
            if (price[k] + best[i - k] > best[i]) STEP, best[i] = price[k] + best[i - k];
        }
    }
}

static void longest_bitonic(size_t n, struct random_numbers *r) {
    int *a = permutation(r, n), *up = scratch_ints(n), *down = scratch_ints(n);
    begin_steps();
    for (size_t i = 0; i < n; i++) {
        STEP;
        for (size_t k = 0; k < i; k++) {
            STEP;
            if (a[k] < a[i] && up[k] + 1 > up[i]) STEP, up[i] = up[k] + 1;
        }
    }
    for (size_t i = n; i-- > 0;) {
        STEP;
        for (size_t k = n - 1; k > i; k--) {
            STEP;
            if (a[k] < a[i] && down[k] + 1 > down[i]) STEP, down[i] = down[k] + 1;
        }
    }
}

static void optimal_search_tree(size_t n, struct random_numbers *r) {
    int *weight = random_ints(r, n, 100), *cost = scratch_ints((n + 1) * (n + 1));
    begin_steps();
    for (size_t length = 1; length <= n; length++) {
        STEP;
        for (size_t i = 0; i + length <= n; i++) {
            int best = 1 << 30, sum = 0;
            STEP;
            for (size_t root = i; root < i + length; root++) {
                int c = cost[i * (n + 1) + root] + cost[(root + 1) * (n + 1) + i + length];
                STEP;
                sum += weight[root];
                if (c < best) best = c;
            }
            cost[i * (n + 1) + i + length] = best + sum;
        }
    }
}

/* Numbers of partitions of 1 to n by pentagonal numbers. */
static void partition_numbers(size_t n, struct random_numbers *r) {
    unsigned *p = scratch(n + 1, sizeof *p);
    (void)r;
    p[0] = 1;
    begin_steps();
    for (size_t i = 1; i <= n; i++) {
        STEP;
        for (size_t k = 1; k * (3 * k - 1) / 2 <= i; k++) {
            STEP;
            p[i] += k & 1 ? p[i - k * (3 * k - 1) / 2] : -p[i - k * (3 * k - 1) / 2];
            if (k * (3 * k + 1) / 2 <= i) STEP, p[i] += p[i - k * (3 * k + 1) / 2];
        }
    }
}

static void viterbi_of_three_states(size_t n, struct random_numbers *r) {
    int *seen = random_ints(r, n, 2), score[3] = {0};
    begin_steps();
    for (size_t i = 0; i < n; i++) {
        int next[3];
        STEP;
        for (int s = 0; s < 3; s++) {
            STEP;
            next[s] = 1 << 20;
            for (int from = 0; from < 3; from++) {
                int c = score[from] + (from != s) + (seen[i] != s % 2);
                STEP;
                if (c < next[s]) STEP, next[s] = c;
            }
        }
        for (int s = 0; s < 3; s++) score[s] = next[s];
    }
}

/* Which sums up to 8 n are sums of some of n weights. */
static void reachable_sums(size_t n, struct random_numbers *r) {
    int *weight = random_ints(r, n, 16);
    char *can = scratch(8 * n + 1, 1);
    can[0] = 1;
    begin_steps();
    for (size_t i = 0; i < n; i++) {
        STEP;
        for (size_t s = 8 * n; s > (size_t)weight[i]; s--) {
            STEP;
            if (can[s - (size_t)weight[i]]) can[s] = 1;
        }
    }
}

static void count_paths_in_square(size_t n, struct random_numbers *r) {
    unsigned *row = scratch(n + 1, sizeof *row);
    (void)r;
    row[0] = 1;
    begin_steps();
    for (size_t i = 0; i < n; i++) {
        STEP;
        for (size_t k = 1; k < n; k++) STEP, row[k] += row[k - 1];
    }
}

/* The same by cells: a square table of n cells has sides of sqrt(n), and one pass. */
static void largest_square_of_ones(size_t n, struct random_numbers *r) {
    size_t side = 1;
    while ((side + 1) * (side + 1) <= n) side++;
    int *a = random_ints(r, n, 2);
    begin_steps();
    for (size_t i = side; i < n; i++) {
        STEP;
        if (!a[i] || i % side == 0) continue;
        int least = a[i - 1];
        STEP;
        if (a[i - side] < least) STEP, least = a[i - side];
        if (a[i - side - 1] < least) STEP, least = a[i - side - 1];
        a[i] = least + 1;
    }
}

FAMILY(tables, ROW(coins_of_four_kinds, N, 60, 10000, SAME_COST), ROW(cut_the_rod, N2, 8, 300, 0),
       ROW(longest_bitonic, N2, 8, 250, 0), ROW(optimal_search_tree, N3, 4, 100, POLYNOMIAL),
       ROW(partition_numbers, N_SQRT, 16, 2500, SAME_COST | ARGUMENT),
       ROW(viterbi_of_three_states, N, 4, 5000, 0), ROW(reachable_sums, N2, 8, 100, 0),
       ROW(count_paths_in_square, N2, 3, 1500, POLYNOMIAL),
       ROW(largest_square_of_ones, N, 64, 10000, 0));
