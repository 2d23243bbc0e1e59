/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * hashing.c: hash tables, and hashes of text.
 */
#include "models/algorithm.h"

static size_t mixed(size_t x) {
    x *= 0x9e3779b97f4a7c15u;
    return x ^ (x >> 29);
}

/* Twice as many places as keys. */
static void open_addressing_fill(size_t n, struct random_numbers *r) {
    int *table = scratch_ints(2 * n);
    size_t salt = below(r, 1 << 30);
    begin_steps();
    for (size_t i = 0; i < n; i++) {
        size_t at = mixed(i + salt) % (2 * n);
        STEP;
        while (table[at]) STEP, at = at + 1 < 2 * n ? at + 1 : 0;
        table[at] = 1;
    }
}

static void chained_insert_with_rehash(size_t n, struct random_numbers *r) {
    size_t room = 4, used = 0, salt = below(r, 1 << 30);
    int *count = scratch_ints(room);
    begin_steps();
    for (size_t i = 0; i < n; i++) {
        STEP;
        if (used == room) {
            STEP;
            room *= 2;
            count = scratch_ints(room);
            for (size_t k = 0; k < i; k++) STEP, count[mixed(k + salt) % room]++;
        }
        for (int k = count[mixed(i + salt) % room]++; k > 0; k--) STEP;
        used++;
    }
}

/* As many buckets as the root of the number of keys. */
static void too_few_buckets(size_t n, struct random_numbers *r) {
    size_t buckets = 1, salt = below(r, 1 << 30);
    while (buckets * buckets < n) buckets++;
    int *count = scratch_ints(buckets);
    begin_steps();
    for (size_t i = 0; i < n; i++) {
        int *c = &count[mixed(i + salt) % buckets];
        STEP;
        for (int k = 0; k < *c; k++) STEP;
        ++*c;
    }
}

static void rolling_hash_search(size_t n, struct random_numbers *r) {
    char *s = random_text(r, n, 4);
    unsigned hash = 0, wanted = 0, power = 1;
    for (int i = 0; i < 8; i++) wanted = wanted * 31 + 'b', power *= i ? 31 : 1;
    begin_steps();
    for (size_t i = 0; i < n; i++) {
        STEP;
        if (i >= 8) STEP, hash -= (unsigned)s[i - 8] * power;
        hash = hash * 31 + (unsigned)s[i];
        if (hash == wanted) {
            STEP;
            for (size_t k = 0; k < 8 && i >= 7 && s[i - k] == 'b'; k++) STEP;
        }
    }
}

/* A table at seven tenths: the probes do not depend on its size. */
static void probe_loaded_table(size_t n, struct random_numbers *r) {
    int *table = scratch_ints(n);
    size_t at = below(r, n);
    for (size_t i = 0; i < n; i++) table[i] = chance(r, 0.7);
    begin_steps();
    for (size_t tries = 0; table[at] && tries < n; tries++) STEP, at = at + 1 < n ? at + 1 : 0;
}

static void bloom_filter_build(size_t n, struct random_numbers *r) {
    int *bits = scratch_ints(8 * n);
    size_t salt = below(r, 1 << 30);
    begin_steps();
    for (size_t i = 0; i < n; i++) {
        STEP;
        for (size_t k = 0; k < 4; k++) STEP, bits[mixed(i * 4 + k + salt) % (8 * n)] = 1;
    }
}

/* Every key begins its probes at the same place. */
static void probes_from_one_place(size_t n, struct random_numbers *r) {
    int *table = scratch_ints(n);
    (void)r;
    begin_steps();
    for (size_t i = 0; i < n; i++) {
        size_t at = 0;
        STEP;
        while (table[at]) STEP, at++;
        table[at] = 1;
    }
}

FAMILY(hashing, ROW(open_addressing_fill, N, 8, 8000, 0),
       ROW_ALSO(chained_insert_with_rehash, N, NONE, N, 8, 8000, STAIRS),
       ROW(too_few_buckets, N_SQRT, 9, 1500, 0), ROW(rolling_hash_search, N, 16, 10000, 0),
       ROW_ALSO(probe_loaded_table, 1, LOG, NONE, 8, 4000, 0),
       ROW(bloom_filter_build, N, 4, 8000, POLYNOMIAL),
       ROW(probes_from_one_place, N2, 4, 1500, POLYNOMIAL));
