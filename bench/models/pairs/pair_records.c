/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * pair_records.c: n records or words, and m fields, letters, servers or queries.
 */
#include "models/pairs/pair_algorithm.h"

#include <string.h>

static double words_into_a_trie(size_t n, size_t m, struct random_numbers *r) {
    begin_steps();
    for (size_t i = 0; i < n; i++) {
        STEP;
        for (size_t k = 0; k < m; k++) {
            STEP;
            if (chance(r, 0.7)) STEP;
        }
    }
    return (double)(n * m / 8 + n);
}

static void sort_words(char **a, char **spare, size_t n, size_t m) {
    STEP;
    if (n < 2) return;
    size_t half = n / 2, i = 0, k = half, at = 0;
    sort_words(a, spare, half, m);
    sort_words(a + half, spare, n - half, m);
    while (at < n) {
        bool first = k == n;
        STEP;
        if (i < half && k < n) {
            size_t c = 0;
            while (c < m && a[i][c] == a[k][c]) STEP, c++;
            first = c == m || a[i][c] < a[k][c];
        }
        spare[at++] = first ? a[i++] : a[k++];
    }
    memcpy(a, spare, n * sizeof *a);
}

/* Words that differ in their last letters only. */
static double sort_alike_words(size_t n, size_t m, struct random_numbers *r) {
    char **a = scratch(n + 1, sizeof *a), **spare = scratch(n + 1, sizeof *spare);
    for (size_t i = 0; i < n; i++) {
        a[i] = random_text(r, m, 1);
        a[i][m - 1] = (char)('a' + below(r, 20));
    }
    begin_steps();
    sort_words(a, spare, n, m);
    return (double)(n * m / 8 + n);
}

static double window_of_matches(size_t n, size_t m, struct random_numbers *r) {
    begin_steps();
    for (size_t i = 0; i < n; i++) {
        size_t window = i < m ? i : m;
        STEP;
        for (size_t k = 0; k < window; k++) {
            STEP;
            for (size_t length = 0; length < 8 && chance(r, 0.25); length++) STEP;
        }
    }
    return (double)n;
}

static double free_server_by_scanning(size_t n, size_t m, struct random_numbers *r) {
    int *busy = random_ints(r, m, 100);
    begin_steps();
    for (size_t i = 0; i < n; i++) {
        size_t least = 0;
        STEP;
        for (size_t k = 1; k < m; k++) {
            STEP;
            if (busy[k] < busy[least]) STEP, least = k;
        }
        busy[least] += 1 + (int)below(r, 50);
    }
    return (double)(n + m);
}

static double rows_and_entries(size_t n, size_t m, struct random_numbers *r) {
    (void)r;
    begin_steps();
    for (size_t i = 0; i < n; i++) STEP, STEP;
    for (size_t k = 0; k < m; k++) STEP;
    return (double)(n + 2 * m);
}

static double sums_and_queries(size_t n, size_t m, struct random_numbers *r) {
    begin_steps();
    for (size_t i = 0; i < n; i++) STEP;
    for (size_t k = 0; k < m; k++) {
        STEP;
        if (chance(r, 0.5)) STEP;
    }
    return (double)(n + 2 * m);
}

/* Only the fields of records that pass the first test are read. */
static double filter_records(size_t n, size_t m, struct random_numbers *r) {
    begin_steps();
    for (size_t i = 0; i < n; i++) {
        STEP;
        if (!chance(r, 0.3)) continue;
        for (size_t k = 0; k < m; k++) STEP;
    }
    return (double)(n + 3 * n * m / 10);
}

PAIR_FAMILY(pair_records, PAIR(words_into_a_trie, "n*m", true, 10, 800, 4, 100),
            PAIR(sort_alike_words, "n*m log n|n*m", true, 10, 300, 3, 60),
            PAIR(window_of_matches, "n*m", false, 300, 4000, 4, 120),
            PAIR(free_server_by_scanning, "n*m", false, 20, 1500, 3, 100),
            PAIR(rows_and_entries, "n + m", true, 20, 3000, 20, 5000),
            PAIR(sums_and_queries, "n + m", true, 30, 4000, 30, 3000),
            PAIR(filter_records, "n*m", true, 60, 2000, 3, 120));
