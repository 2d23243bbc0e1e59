/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * pair_tables.c: tables of n rows and m columns that are filled in order.
 */
#include "models/pairs/pair_loops.h"

static double knapsack(size_t n, size_t m, struct random_numbers *r) {
    const int *weight = random_ints(r, n, 20);
    int *best = scratch_ints(m + 1);
    begin_steps();
    for (size_t i = 0; i < n; i++) {
        STEP;
        for (size_t k = m + 1; k-- > (size_t)weight[i] + 1;) {
            STEP;
            int with = best[k - (size_t)weight[i] - 1] + 1;
            if (with > best[k]) STEP, best[k] = with;
        }
    }
    return (double)n;
}

static double change(size_t n, size_t m, struct random_numbers *r) {
    long *ways = scratch(m + 2, sizeof *ways);
    (void)r;
    ways[0] = 1;
    begin_steps();
    for (size_t i = 1; i <= n; i++) {
        STEP;
        for (size_t k = i; k <= m; k++) STEP, ways[k] += ways[k - i] & 1023;
    }
    return (double)(m + n);
}

static double paths_in_a_grid(size_t n, size_t m, struct random_numbers *r) {
    int *row = scratch_ints(m);
    const int *blocked = random_ints(r, m, 10);
    begin_steps();
    for (size_t i = 0; i < n; i++) {
        STEP;
        for (size_t k = 1; k < m; k++) {
            STEP;
            if (blocked[k]) STEP, row[k] = (row[k] + row[k - 1]) & 1023;
        }
    }
    return (double)m * 2;
}

/* The best division of n items into m groups, each end with every beginning. */
static double divide_into_groups(size_t n, size_t m, struct random_numbers *r) {
    (void)r;
    begin_steps();
    count_triangles(m, n, 1);
    return (double)n;
}

/* The likeliest states: n observations, m states. */
static double likeliest_states(size_t n, size_t m, struct random_numbers *r) {
    (void)r;
    begin_steps();
    for (size_t i = 0; i < n; i++) {
        STEP;
        for (size_t k = 0; k < m; k++) {
            STEP;
            for (size_t j = 0; j < m; j++) {
                STEP;
                if (below(r, 8) == 0) STEP;
            }
        }
    }
    return (double)(n + m * m);
}

PAIR_FAMILY(pair_tables, PAIR(knapsack, "n*m", false, 5, 200, 60, 2000),
            PAIR(change, "n*m", false, 3, 40, 100, 3000),
            PAIR(paths_in_a_grid, "n*m", false, 5, 500, 5, 500),
            PAIR(divide_into_groups, "n^2*m", false, 8, 90, 2, 40),
            PAIR(likeliest_states, "n*m^2", false, 10, 300, 3, 30));
