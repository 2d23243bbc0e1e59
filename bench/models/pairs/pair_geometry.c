/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * pair_geometry.c: n points and m edges, circles or bins.
 */
#include "models/pairs/pair_loops.h"

static double points_in_polygon(size_t n, size_t m, struct random_numbers *r) {
    const double *unused = scratch_reals(m);
    (void)unused;
    begin_steps();
    for (size_t i = 0; i < n; i++) {
        bool inside = false;
        STEP;
        for (size_t k = 0; k < m; k++) {
            STEP;
            if (chance(r, 0.5)) {
                STEP;
                if (chance(r, 0.5)) STEP, inside = !inside;
            }
        }
        if (inside) STEP;
    }
    return (double)(2 * n + 2 * m);
}

/* Discs of radius m. */
static double draw_discs(size_t n, size_t m, struct random_numbers *r) {
    (void)r;
    begin_steps();
    for (size_t i = 0; i < n; i++) {
        STEP;
        for (long y = -(long)m; y <= (long)m; y++) {
            STEP;
            for (long x = -(long)m; x <= (long)m; x++) {
                STEP;
                if (x * x + y * y <= (long)(m * m)) STEP;
            }
        }
    }
    return (double)(3 * n);
}

static double draw_circles(size_t n, size_t m, struct random_numbers *r) {
    (void)r;
    begin_steps();
    for (size_t i = 0; i < n; i++) {
        long x = (long)m, y = 0, error = 1 - x;
        STEP;
        while (x >= y) {
            STEP;
            y++;
            if (error < 0)
                STEP, error += 2 * y + 1;
            else
                STEP, x--, error += 2 * (y - x) + 1;
        }
    }
    return (double)(3 * n);
}

static double bins_by_scanning(size_t n, size_t m, struct random_numbers *r) {
    begin_steps();
    for (size_t i = 0; i < n; i++) {
        size_t bin = below(r, m);
        STEP;
        for (size_t k = 0; k < bin; k++) STEP;
    }
    return (double)(n + m);
}

static double bins_by_halving(size_t n, size_t m, struct random_numbers *r) {
    begin_steps();
    for (size_t i = 0; i < n; i++) {
        size_t bin = below(r, m), low = 0, high = m;
        STEP;
        while (low + 1 < high) {
            size_t middle = (low + high) / 2;
            STEP;
            if (middle <= bin)
                STEP, low = middle;
            else
                STEP, high = middle;
        }
    }
    return (double)(n + 12);
}

static double fill_an_area(size_t n, size_t m, struct random_numbers *r) {
    const int *wall = random_ints(r, n * m, 12);
    begin_steps();
    for (size_t i = 0; i < n * m; i++) {
        STEP;
        if (wall[i]) STEP;
    }
    return (double)(n * m);
}

/* A curve through n points, and its values at m places. */
static double interpolate(size_t n, size_t m, struct random_numbers *r) {
    (void)r;
    begin_steps();
    for (size_t i = 1; i < n; i++) {
        STEP;
        for (size_t k = i; k < n; k++) STEP;
    }
    count_rectangle(m, n);
    return (double)(2 * n + m);
}

PAIR_FAMILY(pair_geometry, PAIR(points_in_polygon, "n*m", false, 10, 600, 4, 200),
            PAIR(draw_discs, "n*m^2", false, 5, 150, 2, 25),
            PAIR(draw_circles, "n*m", false, 10, 900, 4, 200),
            PAIR(bins_by_scanning, "n*m", false, 50, 2000, 4, 150),
            PAIR(bins_by_halving, "n log m", true, 20, 1500, 4, 20000),
            PAIR(fill_an_area, "n*m", true, 8, 300, 8, 300),
            PAIR(interpolate, "n*m|n^2 + n*m|n*m + n^2", false, 8, 200, 40, 1500));
