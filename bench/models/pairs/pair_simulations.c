/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * pair_simulations.c: n things in m rounds, or near m places.
 */
#include "models/pairs/pair_algorithm.h"

#include <stdlib.h>

static double rounds_of_cells(size_t n, size_t m, struct random_numbers *r) {
    int *cell = random_ints(r, n + 2, 2);
    begin_steps();
    for (size_t round = 0; round < m; round++) {
        STEP;
        for (size_t i = 1; i < n; i++) {
            STEP;
            if (cell[i - 1] != cell[i + 1]) STEP, cell[i] ^= 1;
        }
    }
    return (double)n;
}

static double every_mth_leaves(size_t n, size_t m, struct random_numbers *r) {
    (void)r;
    begin_steps();
    for (size_t left = n; left > 1; left--) {
        STEP;
        for (size_t k = 0; k < m; k++) STEP;
    }
    return (double)n;
}

static double nearest_places(size_t n, size_t m, struct random_numbers *r) {
    const int *place = random_ints(r, m, 1000);
    begin_steps();
    for (size_t i = 0; i < n; i++) {
        int least = 1 << 30, at = (int)below(r, 1000);
        STEP;
        for (size_t k = 0; k < m; k++) {
            int away = abs(place[k] - at);
            STEP;
            if (away < least) STEP, least = away;
        }
    }
    return (double)(n + m);
}

static double forces_of_pairs(size_t n, size_t m, struct random_numbers *r) {
    (void)r;
    begin_steps();
    for (size_t round = 0; round < m; round++) {
        STEP;
        for (size_t i = 0; i < n; i++) {
            STEP;
            for (size_t k = i + 1; k < n; k++) STEP;
        }
    }
    return (double)(2 * n);
}

static double windows_over_a_series(size_t n, size_t m, struct random_numbers *r) {
    const int *a = random_ints(r, n + m, 1000);
    begin_steps();
    for (size_t i = 0; i < n; i++) {
        int most = 0;
        STEP;
        for (size_t k = 0; k < m; k++) {
            STEP;
            if (a[i + k] > most) STEP, most = a[i + k];
        }
    }
    return (double)(n + m);
}

/* Ends as soon as nothing changes, whatever the rounds that are allowed. */
static double until_settled(size_t n, size_t m, struct random_numbers *r) {
    size_t rounds = 2 + below(r, 3);
    begin_steps();
    for (size_t round = 0; round < m + 4 && round < rounds; round++) {
        STEP;
        for (size_t i = 0; i < n; i++) STEP;
    }
    return (double)n;
}

PAIR_FAMILY(pair_simulations, PAIR(rounds_of_cells, "n*m", false, 10, 800, 4, 200),
            PAIR(every_mth_leaves, "n*m", false, 10, 1000, 2, 100),
            PAIR(nearest_places, "n*m", false, 10, 800, 2, 100),
            PAIR(forces_of_pairs, "n^2*m", false, 8, 70, 2, 50),
            PAIR(windows_over_a_series, "n*m", false, 20, 2000, 3, 100),
            PAIR(until_settled, "none", false, 20, 5000, 2, 100));
