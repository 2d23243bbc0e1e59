/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * compression.c: encoders.
 */
#include "models/algorithm.h"

static void run_lengths(size_t n, struct random_numbers *r) {
    char *s = random_text(r, n, 2);
    begin_steps();
    for (size_t i = 0; i < n;) {
        char c = s[i];
        STEP;
        while (i < n && s[i] == c) STEP, i++;
    }
}

static size_t window_matches(const char *s, size_t n, size_t window) {
    size_t copied = 0;
    STEP;
    for (size_t i = 0; i < n; i++) {
        size_t best = 0;
        STEP;
        for (size_t k = i > window ? i - window : 0; k < i; k++) {
            size_t length = 0;
            STEP;
            while (i + length < n && length < 16 && s[k + length] == s[i + length]) STEP, length++;
            if (length > best) STEP, best = length;
        }
        if (best > 3) STEP, copied++, i += best - 1;
    }
    return copied;
}

static void matches_in_small_window(size_t n, struct random_numbers *r) {
    char *s = random_text(r, n, 8);
    begin_steps();
    window_matches(s, n, 24);
}

static void matches_in_all_before(size_t n, struct random_numbers *r) {
    char *s = random_text(r, n, 100);
    begin_steps();
    window_matches(s, n, n);
}

/* Joins the two least frequent symbols, which are looked for each time. */
static void huffman_by_scanning(size_t n, struct random_numbers *r) {
    int *weight = random_ints(r, n, 1000);
    begin_steps();
    for (size_t left = n; left > 1; left--) {
        STEP;
        for (int pick = 0; pick < 2; pick++) {
            size_t best = (size_t)pick;
            STEP;
            for (size_t i = best; i < left; i++) {
                STEP;
                if (weight[i] < weight[best]) STEP, best = i;
            }
            swap_ints(&weight[pick], &weight[best]);
        }
        weight[0] += weight[1];
        weight[1] = weight[left - 1];
    }
}

static void move_to_front(const int *text, size_t n, int *list) {
    for (size_t i = 0; i < n; i++) {
        size_t k = 0;
        STEP;
        while (list[k] != text[i]) STEP, k++;
        for (; k > 0; k--) STEP, list[k] = list[k - 1];
        list[0] = text[i];
    }
}

static void move_to_front_of_letters(size_t n, struct random_numbers *r) {
    int *text = random_ints(r, n, 32), *list = ascending(32);
    begin_steps();
    move_to_front(text, n, list);
}

static void move_to_front_of_words(size_t n, struct random_numbers *r) {
    int *text = random_ints(r, n, n), *list = ascending(n);
    begin_steps();
    move_to_front(text, n, list);
}

static void delta_code(size_t n, struct random_numbers *r) {
    int *a = random_ints(r, n, 500);
    begin_steps();
    for (size_t i = 1; i < n; i++) {
        int d = a[i] - a[i - 1];
        STEP;
        for (d = d < 0 ? -2 * d : 2 * d; d > 127; d >>= 7) STEP;
    }
}

/* Phrases of a trie in arrays: first child and next sibling. */
static void phrase_trie(size_t n, struct random_numbers *r) {
    int *child = scratch_ints(n + 2), *next = scratch_ints(n + 2), *letter = scratch_ints(n + 2);
    int used = 1, at = 0;
    begin_steps();
    for (size_t i = 0; i < n; i++) {
        int c = (int)below(r, 4), v = child[at];
        STEP;
        while (v && letter[v] != c) STEP, v = next[v];
        if (v) {
            STEP;
            at = v;
            continue;
        }
        STEP;
        letter[used] = c;
        next[used] = child[at];
        child[at] = used++;
        at = 0;
    }
}

/* Codes from 1 to n with Elias's gamma code: twice the logarithm of each. */
static void gamma_codes(size_t n, struct random_numbers *r) {
    (void)r;
    begin_steps();
    for (size_t i = 1; i <= n; i++) {
        STEP;
        for (size_t x = i; x > 1; x >>= 1) STEP;
    }
}

FAMILY(compression, ROW(run_lengths, N, 8, 10000, 0), ROW(matches_in_small_window, N, 200, 3000, 0),
       ROW(matches_in_all_before, N2, 16, 250, 0), ROW(huffman_by_scanning, N2, 4, 300, 0),
       ROW(move_to_front_of_letters, N, 64, 3000, 0), ROW(move_to_front_of_words, N2, 8, 300, 0),
       ROW(delta_code, N, 8, 8000, 0), ROW(phrase_trie, N, 100, 8000, 0),
       ROW(gamma_codes, N_LOG, 8, 10000, SAME_COST));
