/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * simulation.c: events, walks and particles.
 */
#include "models/algorithm.h"

/* One event of n in a heap: the first leaves, and another is put in. */
static void next_event(size_t n, struct random_numbers *r) {
    int *time = ascending(n);
    size_t v = 0;
    begin_steps();
    time[0] = (int)(n + below(r, n));
    for (;;) {
        size_t least = 2 * v + 1;
        STEP;
        if (least >= n) break;
        if (least + 1 < n && time[least + 1] < time[least]) STEP, least++;
        if (time[v] <= time[least]) break;
        swap_ints(&time[v], &time[least]);
        v = least;
    }
}

/* Events in a list in order of time; each finds its place from the front. */
static void events_in_ordered_list(size_t n, struct random_numbers *r) {
    int *time = random_ints(r, n + 1, 1 << 30), *next = scratch_ints(n);
    begin_steps();
    for (int i = 1; i <= (int)n; i++) {
        int *link = &next[0];
        STEP;
        while (*link && time[*link] < time[i]) STEP, link = &next[*link];
        next[i] = *link;
        *link = i;
    }
}

static void life_step(size_t n, struct random_numbers *r) {
    int *a = random_ints(r, n, 2), alive = 0;
    size_t side = 1;
    while ((side + 1) * (side + 1) <= n) side++;
    begin_steps();
    for (size_t i = side + 1; i + side + 1 < n; i++) {
        int around = 0;
        STEP;
        for (size_t k = i - side - 1; k <= i - side + 1; k++)
            STEP, around += a[k] + a[k + 2 * side];
        if (around == 3) STEP, alive++;
    }
}

static void forces_of_all_pairs(size_t n, struct random_numbers *r) {
    double *x = scratch_reals(n), *force = scratch_reals(n);
    for (size_t i = 0; i < n; i++) x[i] = random_unit(r);
    begin_steps();
    for (size_t i = 0; i < n; i++) {
        STEP;
        for (size_t k = 0; k < n; k++) {
            STEP;
            if (i != k) STEP, force[i] += x[k] - x[i];
        }
    }
}

/* Every seventh of a circle leaves; the circle is an array that closes up. */
static void josephus_by_array(size_t n, struct random_numbers *r) {
    int *a = ascending(n);
    size_t at = 0;
    (void)r;
    begin_steps();
    for (size_t left = n; left > 1; left--) {
        STEP;
        at = (at + 6) % left;
        for (size_t k = at; k + 1 < left; k++) STEP, a[k] = a[k + 1];
    }
}

/* From the middle of n places until either end: (n/2)^2 steps on average. */
static void walk_to_either_end(size_t n, struct random_numbers *r) {
    size_t at = n / 2;
    begin_steps();
    while (at > 0 && at < n) {
        STEP;
        at += chance(r, 0.5) ? 1 : (size_t)-1;
    }
}

static void coupon_collector(size_t n, struct random_numbers *r) {
    int *seen = scratch_ints(n);
    begin_steps();
    for (size_t left = n; left > 0;) {
        size_t x = below(r, n);
        STEP;
        if (!seen[x]) STEP, seen[x] = 1, left--;
    }
}

static void bank_queue(size_t n, struct random_numbers *r) {
    size_t waiting = 0;
    begin_steps();
    for (size_t i = 0; i < n; i++) {
        STEP;
        if (chance(r, 0.4))
            STEP, waiting++;
        else if (waiting)
            STEP, waiting--;
    }
}

/* n rounds over all n cells of a ring. */
static void diffusion(size_t n, struct random_numbers *r) {
    double *a = scratch_reals(n + 2);
    (void)r;
    begin_steps();
    for (size_t round = 0; round < n; round++) {
        STEP;
        for (size_t i = 1; i < n; i++) STEP, a[i] = (a[i - 1] + a[i + 1]) / 2;
    }
}

FAMILY(simulation, ROW(next_event, LOG, 8, 10000, STAIRS),
       ROW(events_in_ordered_list, N2, 8, 300, 0), ROW(life_step, N, 100, 5000, 0),
       ROW(forces_of_all_pairs, N2, 3, 800, POLYNOMIAL),
       ROW(josephus_by_array, N2, 8, 400, SAME_COST),
       ROW_ALSO(walk_to_either_end, N2, NONE, N2, 8, 120, ARGUMENT),
       ROW(coupon_collector, N_LOG, 8, 4000, 0), ROW(bank_queue, N, 16, 8000, 0),
       ROW(diffusion, N2, 3, 1000, POLYNOMIAL));
