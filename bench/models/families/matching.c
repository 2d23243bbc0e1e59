/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * matching.c: patterns against texts, and partners to each other.
 */
#include "models/algorithm.h"

/* `*` may take any letters; random text ends each attempt soon. */
static void wildcard_search(size_t n, struct random_numbers *r) {
    char *s = random_text(r, n, 8);
    static const char pattern[] = "*abc*dd*";
    size_t i = 0, p = 0, star = 0, mark = 0;
    begin_steps();
    while (i < n) {
        STEP;
        if (p < 8 && pattern[p] == '*')
            STEP, star = p++, mark = i;
        else if (p < 8 && pattern[p] == s[i])
            STEP, p++, i++;
        else
            STEP, p = star + 1, i = ++mark;
    }
}

static bool optional_letters(size_t optional, size_t needed, size_t left) {
    STEP;
    if (left > optional + needed) return false;
    if (!optional) return left == needed && needed > 0 && left > needed;
    if (left > 0 && optional_letters(optional - 1, needed, left - 1)) return true;
    return optional_letters(optional - 1, needed, left);
}

/* a?a?a?aaa against aaa, by backtracking. It never fits, as a last letter is missing. */
static void backtracking_regex(size_t n, struct random_numbers *r) {
    (void)r;
    begin_steps();
    optional_letters(n, n, n);
}

static void banded_edit_distance(size_t n, struct random_numbers *r) {
    char *a = random_text(r, n, 4), *b = random_text(r, n, 4);
    int *row = scratch_ints(n);
    begin_steps();
    for (size_t i = 0; i < n; i++) {
        size_t low = i > 3 ? i - 3 : 0, high = i + 4 < n ? i + 4 : n;
        STEP;
        for (size_t j = low; j < high; j++) {
            STEP;
            if (a[i] != b[j]) STEP, row[j]++;
        }
    }
}

static void propose(size_t n, const int *const *wishes, const int *const *rank) {
    int *next = scratch_ints(n), *partner = scratch_ints(n), *free_ones = ascending(n);
    begin_steps();
    for (size_t left = n; left > 0;) {
        int man = free_ones[left - 1], woman = wishes[man][next[man]++];
        STEP;
        if (!partner[woman]) {
            STEP;
            partner[woman] = man + 1;
            left--;
        } else if (rank[woman][man] < rank[woman][partner[woman] - 1]) {
            STEP;
            free_ones[left - 1] = partner[woman] - 1;
            partner[woman] = man + 1;
        }
    }
}

static void marriages_of_equal_wishes(size_t n, struct random_numbers *r) {
    const int **wishes = scratch(n, sizeof *wishes), *same = permutation(r, n);
    for (size_t i = 0; i < n; i++) wishes[i] = same;
    propose(n, wishes, wishes);
}

/* Partners are drawn when they are asked for, so that the preparation is linear. */
static void marriages_of_random_wishes(size_t n, struct random_numbers *r) {
    double *best = scratch_reals(n);
    begin_steps();
    for (size_t man = 0; man < n; man++) {
        STEP;
        for (;;) {
            size_t woman = below(r, n);
            double rank = random_unit(r);
            STEP;
            if (best[woman] == 0) {
                best[woman] = rank + 1;
                break;
            }
            if (rank + 1 < best[woman]) STEP, best[woman] = rank + 1;
        }
    }
}

static void bracket_pairs(size_t n, struct random_numbers *r) {
    char *s = random_text(r, n, 2);
    int *open = scratch_ints(n), depth = 0;
    begin_steps();
    for (size_t i = 0; i < n; i++) {
        STEP;
        if (s[i] == 'a')
            STEP, open[depth++] = (int)i;
        else if (depth)
            STEP, depth--;
    }
}

/* A pattern of half of the text's length, which fails at its last letter. */
static void half_length_pattern(size_t n, struct random_numbers *r) {
    char *s = random_text(r, n, 1);
    size_t m = n / 2;
    begin_steps();
    for (size_t i = 0; i + m <= n; i++) {
        STEP;
        for (size_t k = 0; k < m && s[i + k] == (k + 1 < m ? 'a' : 'b'); k++) STEP;
    }
}

static void common_letters_of_lines(size_t n, struct random_numbers *r) {
    int *a = random_ints(r, n, 256), count[256] = {0};
    begin_steps();
    for (size_t i = 0; i < n; i++) STEP, count[a[i]]++;
    for (int c = 0; c < 256; c++) {
        STEP;
        if (count[c] > 1) STEP;
    }
}

FAMILY(matching, ROW(wildcard_search, N, 8, 10000, 0),
       ROW(backtracking_regex, EXP, 3, 16, SAME_COST | ARGUMENT),
       ROW(banded_edit_distance, N, 8, 10000, 0), ROW(marriages_of_equal_wishes, N2, 4, 300, 0),
       ROW_ALSO(marriages_of_random_wishes, N_LOG, NONE, N_LOG, 8, 5000, 0),
       ROW(bracket_pairs, N, 8, 10000, 0), ROW(half_length_pattern, N2, 8, 800, SAME_COST),
       ROW(common_letters_of_lines, N, 16, 10000, 0));
