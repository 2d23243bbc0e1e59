/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * caches.c: caches of n entries.
 */
#include "models/algorithm.h"

static void scan_for_victim(size_t n, struct random_numbers *r) {
    int *age = random_ints(r, n, 1000);
    size_t oldest = 0;
    begin_steps();
    for (size_t i = 1; i < n; i++) {
        STEP;
        if (age[i] > age[oldest]) STEP, oldest = i;
    }
}

/* A list in order of use: the entry that is asked for is anywhere. */
static void list_in_order_of_use(size_t n, struct random_numbers *r) {
    size_t x = below(r, n);
    begin_steps();
    for (size_t i = 0; i < x; i++) STEP;
    STEP;
}

/* Nearly all requests are for the first few entries, whatever n. */
static void list_with_favourites(size_t n, struct random_numbers *r) {
    size_t i = 0;
    begin_steps();
    while (i + 1 < n && chance(r, 0.8)) STEP, i++;
}

static void clock_eviction(size_t n, struct random_numbers *r) {
    size_t hand = below(r, n);
    begin_steps();
    for (size_t tries = 0; tries < n; tries++) {
        STEP;
        if (chance(r, 0.3)) break;
        hand = hand + 1 < n ? hand + 1 : 0;
    }
}

/* A hit costs one step, a miss fills the whole line. */
static void fill_on_miss(size_t n, struct random_numbers *r) {
    bool miss = chance(r, 0.35);
    begin_steps();
    STEP;
    if (!miss) return;
    for (size_t i = 0; i < n; i++) STEP;
}

/* Misses sort what they load. */
static void sort_on_miss(size_t n, struct random_numbers *r) {
    bool miss = chance(r, 0.5);
    begin_steps();
    for (size_t i = 0; i < n; i++) STEP;
    if (!miss) return;
    for (size_t width = 1; width < n; width *= 2) {
        STEP;
        for (size_t i = 0; i < n; i++) STEP, STEP;
    }
}

static void hash_and_bucket(size_t n, struct random_numbers *r) {
    size_t key = below(r, n);
    begin_steps();
    for (int i = 0; i < 8; i++) STEP, key = key * 31 + 7;
    while (chance(r, 0.4)) STEP;
}

static void expire_all(size_t n, struct random_numbers *r) {
    int *age = random_ints(r, n, 10);
    begin_steps();
    for (size_t i = 0; i < n; i++) {
        STEP;
        if (age[i] == 9) {
            STEP;
            for (int k = 0; k < 5; k++) STEP;
        }
    }
}

/* Each request walks a list of sqrt(n) sets. */
static void sets_in_a_list(size_t n, struct random_numbers *r) {
    size_t sets = 1;
    while (sets * sets < n) sets++;
    size_t x = below(r, sets);
    begin_steps();
    for (size_t i = 0; i <= x; i++) STEP;
}

FAMILY(caches, ROW(scan_for_victim, N, 8, 8000, 0), ROW(list_in_order_of_use, N, 8, 10000, 0),
       ROW_ALSO(list_with_favourites, 1, LOG, NONE, 64, 20000, 0),
       ROW_ALSO(clock_eviction, 1, LOG, NONE, 64, 20000, 0), ROW(fill_on_miss, N, 8, 10000, 0),
       ROW_ALSO(sort_on_miss, N_LOG, NONE, N_LOG, 8, 8000, STAIRS),
       ROW_ALSO(hash_and_bucket, 1, LOG, NONE, 8, 20000, 0), ROW(expire_all, N, 16, 8000, 0),
       ROW(sets_in_a_list, SQRT, 16, 50000, 0));
