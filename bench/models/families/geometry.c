/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * geometry.c: points in the plane.
 */
#include "models/algorithm.h"

struct place {
    double x, y;
};

static struct place *random_places(struct random_numbers *r, size_t n) {
    struct place *p = scratch(n + 1, sizeof *p);
    for (size_t i = 0; i < n; i++) p[i] = (struct place){random_unit(r), random_unit(r)};
    return p;
}

static double turn(struct place a, struct place b, struct place c) {
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

static void sort_places(struct place *p, struct place *q, size_t low, size_t high) {
    STEP;
    if (high - low < 2) return;
    size_t middle = (low + high) / 2, i = low, j = middle;
    sort_places(p, q, low, middle);
    sort_places(p, q, middle, high);
    for (size_t k = low; k < high; k++) {
        STEP;
        if (j >= high || (i < middle && p[i].x <= p[j].x))
            q[k] = p[i++];
        else
            q[k] = p[j++];
    }
    for (size_t k = low; k < high; k++) STEP, p[k] = q[k];
}

static void hull_by_chains(size_t n, struct random_numbers *r) {
    struct place *p = random_places(r, n), *q = scratch(n + 1, sizeof *q);
    begin_steps();
    sort_places(p, q, 0, n);
    for (int side = 0; side < 2; side++) {
        size_t kept = 0;
        STEP;
        for (size_t i = 0; i < n; i++) {
            struct place next = p[side ? n - 1 - i : i];
            STEP;
            while (kept > 1 && turn(q[kept - 2], q[kept - 1], next) <= 0) STEP, kept--;
            q[kept++] = next;
        }
    }
}

/* All points are on the hull. */
static void gift_wrapping_of_circle(size_t n, struct random_numbers *r) {
    int *a = permutation(r, n);
    begin_steps();
    for (size_t v = 0; v < n; v++) {
        size_t best = 0;
        STEP;
        for (size_t i = 1; i < n; i++) {
            STEP;
            if ((a[i] + (int)n - (int)v) % (int)n < (a[best] + (int)n - (int)v) % (int)n)
                STEP, best = i;
        }
    }
}

static void convexity_check(size_t n, struct random_numbers *r) {
    (void)r;
    begin_steps();
    for (size_t i = 0; i < n; i++) {
        STEP;
        if (i > n) return;
    }
}

static void point_in_polygon(size_t n, struct random_numbers *r) {
    struct place *p = random_places(r, n);
    bool inside = false;
    begin_steps();
    for (size_t i = 0, k = n - 1; i < n; k = i++) {
        STEP;
        if ((p[i].y > 0.5) != (p[k].y > 0.5)) STEP, inside = !inside;
    }
}

static void closest_of_all_pairs(size_t n, struct random_numbers *r) {
    struct place *p = random_places(r, n);
    double best = 9;
    begin_steps();
    for (size_t i = 0; i < n; i++) {
        STEP;
        for (size_t k = i + 1; k < n; k++) {
            double dx = p[i].x - p[k].x, dy = p[i].y - p[k].y;
            STEP;
            if (dx * dx + dy * dy < best) STEP, best = dx * dx + dy * dy;
        }
    }
}

static void points_on_a_line(size_t n, struct random_numbers *r) {
    struct place *p = random_places(r, n);
    begin_steps();
    for (size_t i = 0; i < n; i++) {
        STEP;
        for (size_t j = i + 1; j < n; j++) {
            STEP;
            for (size_t k = j + 1; k < n; k++) {
                STEP;
                if (turn(p[i], p[j], p[k]) == 0) STEP;
            }
        }
    }
}

/* Cells of one point on average; the nearest point is in one of nine of them. */
static void neighbours_by_grid(size_t n, struct random_numbers *r) {
    size_t side = 1;
    while ((side + 1) * (side + 1) <= n) side++;
    struct place *p = random_places(r, n);
    int *head = scratch_ints(side * side), *next = scratch_ints(n);
    begin_steps();
    for (size_t i = 0; i < n; i++) {
        size_t c = (size_t)(p[i].x * (double)side) * side + (size_t)(p[i].y * (double)side);
        STEP;
        next[i] = head[c];
        head[c] = (int)i + 1;
    }
    for (size_t i = 0; i < n; i++) {
        size_t x = (size_t)(p[i].x * (double)side), y = (size_t)(p[i].y * (double)side);
        STEP;
        for (size_t u = x ? x - 1 : 0; u <= x + 1 && u < side; u++)
            for (size_t v = y ? y - 1 : 0; v <= y + 1 && v < side; v++) {
                STEP;
                for (int k = head[u * side + v]; k; k = next[k - 1]) STEP;
            }
    }
}

/* How many points each point dominates. */
static void dominated_points(size_t n, struct random_numbers *r) {
    struct place *p = random_places(r, n);
    begin_steps();
    for (size_t i = 0; i < n; i++) {
        STEP;
        for (size_t k = 0; k < n; k++) {
            STEP;
            if (p[k].x < p[i].x && p[k].y < p[i].y) STEP;
        }
    }
}

FAMILY(geometry, ROW(hull_by_chains, N_LOG, 8, 4000, 0),
       ROW(gift_wrapping_of_circle, N2, 8, 300, 0), ROW(convexity_check, N, 4, 10000, POLYNOMIAL),
       ROW(point_in_polygon, N, 8, 8000, 0), ROW(closest_of_all_pairs, N2, 8, 300, 0),
       ROW(points_on_a_line, N3, 4, 40, 0), ROW(neighbours_by_grid, N, 16, 4000, 0),
       ROW(dominated_points, N2, 8, 300, 0));
