/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * pair_strings.c: texts of n letters and patterns or partners of m.
 */
#include "models/pairs/pair_algorithm.h"

#include <string.h>

/* Compares the pattern at the first `places` places of the text. */
static void search(const char *text, size_t places, const char *pattern, size_t m) {
    begin_steps();
    for (size_t i = 0; i < places; i++) {
        STEP;
        for (size_t k = 0; k < m && text[i + k] == pattern[k]; k++) STEP;
    }
}

static double search_equal_letters(size_t n, size_t m, struct random_numbers *r) {
    const char *text = random_text(r, n + m, 1), *pattern = random_text(r, m, 1);
    search(text, n, pattern, m);
    return (double)(n + 2 * m);
}

/* The pattern fits into the text: (n - m + 1) m. */
static double search_within(size_t n, size_t m, struct random_numbers *r) {
    if (m > n) m = n;
    const char *text = random_text(r, n, 1), *pattern = random_text(r, m, 1);
    search(text, n - m + 1, pattern, m);
    return (double)(n + m);
}

static double search_random_letters(size_t n, size_t m, struct random_numbers *r) {
    const char *text = random_text(r, n + m, 20), *pattern = random_text(r, m, 20);
    search(text, n, pattern, m);
    return (double)(n + m);
}

static double prefix_search(size_t n, size_t m, struct random_numbers *r) {
    const char *text = random_text(r, n, 2), *pattern = random_text(r, m, 2);
    int *back = scratch_ints(m);
    begin_steps();
    for (size_t i = 1, k = 0; i < m; i++) {
        STEP;
        while (k > 0 && pattern[i] != pattern[k]) STEP, k = (size_t)back[k - 1];
        if (pattern[i] == pattern[k]) STEP, k++;
        back[i] = (int)k;
    }
    for (size_t i = 0, k = 0; i < n; i++) {
        STEP;
        while (k > 0 && (k == m || text[i] != pattern[k])) STEP, k = (size_t)back[k - 1];
        if (text[i] == pattern[k]) STEP, k++;
    }
    return (double)(n + 2 * m);
}

static double distance_of_texts(size_t n, size_t m, struct random_numbers *r) {
    const char *a = random_text(r, n, 4), *b = random_text(r, m, 4);
    int *row = scratch_ints(m + 1);
    begin_steps();
    for (size_t k = 0; k <= m; k++) STEP, row[k] = (int)k;
    for (size_t i = 0; i < n; i++) {
        int corner = row[0], next;
        STEP;
        row[0]++;
        for (size_t k = 0; k < m; k++) {
            STEP;
            next = row[k + 1];
            int least = a[i] == b[k] ? corner : corner + 1;
            if (row[k] + 1 < least) STEP, least = row[k] + 1;
            if (next + 1 < least) STEP, least = next + 1;
            row[k + 1] = least;
            corner = next;
        }
    }
    return (double)(n + 2 * m);
}

static double common_run(size_t n, size_t m, struct random_numbers *r) {
    const char *a = random_text(r, n, 3), *b = random_text(r, m, 3);
    int *row = scratch_ints(m + 1);
    begin_steps();
    for (size_t i = 0; i < n; i++) {
        STEP;
        for (size_t k = m; k > 0; k--) {
            STEP;
            row[k] = a[i] == b[k - 1] ? row[k - 1] + 1 : 0;
        }
    }
    return (double)(n + 2 * m);
}

/* m pieces are appended to a text that has n letters, whose end is searched each time. */
static double append_pieces(size_t n, size_t m, struct random_numbers *r) {
    char *text = random_text(r, n + m, 2);
    text[n] = '\0';
    begin_steps();
    for (size_t k = 0; k < m; k++) {
        size_t end = 0;
        STEP;
        while (text[end]) STEP, end++;
        text[end] = 'x';
        text[end + 1] = '\0';
    }
    return (double)n;
}

PAIR_FAMILY(pair_strings, PAIR(search_equal_letters, "n*m", false, 20, 1500, 4, 400),
            PAIR(search_within, "n*m", false, 500, 3000, 4, 200),
            PAIR(search_random_letters, "none", false, 50, 4000, 4, 400),
            PAIR(prefix_search, "n + m", true, 30, 3000, 30, 3000),
            PAIR(distance_of_texts, "n*m", false, 10, 600, 10, 600),
            PAIR(common_run, "n*m", false, 10, 500, 20, 700),
            PAIR(append_pieces, "n*m|n*m + m^2", false, 300, 4000, 4, 60));
