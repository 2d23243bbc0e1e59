/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * bits.c: loops over the bits of words.
 */
#include "models/algorithm.h"

static void ones_of_words(size_t n, struct random_numbers *r) {
    int *a = random_ints(r, n, 1 << 16);
    begin_steps();
    for (size_t i = 0; i < n; i++) {
        STEP;
        for (unsigned x = (unsigned)a[i]; x; x &= x - 1) STEP;
    }
}

static void reverse_bits_table(size_t n, struct random_numbers *r) {
    int *a = random_ints(r, n, 1 << 16), sum = 0;
    begin_steps();
    for (size_t i = 0; i < n; i++) {
        STEP;
        for (int k = 0; k < 16; k++) STEP, sum ^= a[i] >> k & 1;
    }
    if (sum > 1) STEP;
}

static void highest_bit(size_t n, struct random_numbers *r) {
    (void)r;
    begin_steps();
    for (size_t x = n; x > 1; x >>= 1) STEP;
}

static void parity_by_bits(size_t n, struct random_numbers *r) {
    (void)r;
    begin_steps();
    for (size_t x = n; x; x >>= 1) {
        STEP;
        if (x & 1) STEP;
    }
}

static void subsets_of_two(size_t n, struct random_numbers *r) {
    (void)r;
    begin_steps();
    for (size_t i = 0; i < n; i++) {
        STEP;
        for (size_t k = i + 1; k < n; k++) STEP;
    }
}

static void xor_basis(size_t n, struct random_numbers *r) {
    unsigned basis[16] = {0};
    int *a = random_ints(r, n, 1 << 16);
    begin_steps();
    for (size_t i = 0; i < n; i++) {
        unsigned x = (unsigned)a[i];
        STEP;
        for (int k = 15; k >= 0 && x; k--) {
            STEP;
            if (!(x >> k & 1)) continue;
            if (!basis[k]) STEP, basis[k] = x;
            x ^= basis[k];
        }
    }
}

static void distances_of_all_words(size_t n, struct random_numbers *r) {
    int *a = random_ints(r, n, 1 << 8);
    begin_steps();
    for (size_t i = 0; i < n; i++) {
        STEP;
        for (size_t k = i + 1; k < n; k++) {
            STEP;
            for (unsigned x = (unsigned)(a[i] ^ a[k]); x; x &= x - 1) STEP;
        }
    }
}

/* Increments from 1 to n flip two bits on average. */
static void increments_of_counter(size_t n, struct random_numbers *r) {
    (void)r;
    begin_steps();
    for (size_t i = 1; i <= n; i++) {
        STEP;
        for (size_t x = i; !(x & 1); x >>= 1) STEP;
    }
}

/* All bits of all numbers up to n. */
static void ones_up_to(size_t n, struct random_numbers *r) {
    (void)r;
    begin_steps();
    for (size_t i = 1; i <= n; i++) {
        STEP;
        for (size_t x = i; x; x &= x - 1) STEP;
    }
}

FAMILY(bits, ROW(ones_of_words, N, 8, 5000, 0), ROW(reverse_bits_table, N, 3, 5000, POLYNOMIAL),
       ROW(highest_bit, LOG, 3, 100000, SAME_COST | ARGUMENT | STAIRS),
       ROW(parity_by_bits, LOG, 3, 100000, SAME_COST | ARGUMENT | STAIRS),
       ROW(subsets_of_two, N2, 3, 1500, POLYNOMIAL | ARGUMENT), ROW(xor_basis, N, 60, 3000, 0),
       ROW(distances_of_all_words, N2, 8, 200, 0),
       ROW(increments_of_counter, N, 16, 20000, SAME_COST | ARGUMENT),
       ROW(ones_up_to, N_LOG, 8, 10000, SAME_COST | ARGUMENT | STAIRS));
