/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * parsing.c: texts that are split, parsed and rewritten.
 */
#include "models/algorithm.h"

static size_t nested_value(const int *a, size_t i, size_t n, int depth) {
    STEP;
    while (i < n && a[i] != 1) {
        STEP;
        if (a[i] == 0 && depth < 200)
            i = nested_value(a, i + 1, n, depth + 1);
        else
            i++;
    }
    return i + 1;
}

static void nested_lists(size_t n, struct random_numbers *r) {
    int *a = random_ints(r, n, 6);
    begin_steps();
    for (size_t i = 0; i < n;) STEP, i = nested_value(a, i, n, 0);
}

static void split_fields(size_t n, struct random_numbers *r) {
    char *s = random_text(r, n, 8);
    size_t fields = 0;
    begin_steps();
    for (size_t i = 0; i < n; i++) {
        STEP;
        if (s[i] == 'a')
            STEP, fields++;
        else if (s[i] == 'b') {
            STEP;
            while (i + 1 < n && s[i + 1] != 'b') STEP, i++;
        }
    }
}

static void shunting_yard(size_t n, struct random_numbers *r) {
    int *operator= random_ints(r, n, 4), *stack = scratch_ints(n), top = 0;
    begin_steps();
    for (size_t i = 0; i < n; i++) {
        STEP;
        while (top && stack[top - 1] >= operator[i]) STEP, top--;
        stack[top++] = operator[i];
    }
    while (top) STEP, top--;
}

static void keywords_by_table(size_t n, struct random_numbers *r) {
    int *word = random_ints(r, n, 40);
    begin_steps();
    for (size_t i = 0; i < n; i++) {
        STEP;
        for (int k = 0; k < 24 && k != word[i]; k++) STEP;
    }
}

/* Begins again at the top after every expansion. */
static void macro_expansion_with_restart(size_t n, struct random_numbers *r) {
    int *a = random_ints(r, n, 4);
    begin_steps();
    for (bool again = true; again;) {
        STEP;
        again = false;
        for (size_t i = 0; i < n; i++) {
            STEP;
            if (a[i]) continue;
            a[i] = 1;
            again = true;
            break;
        }
    }
}

static void base64_encode(size_t n, struct random_numbers *r) {
    int *a = random_ints(r, n + 3, 256), sum = 0;
    begin_steps();
    for (size_t i = 0; i < n; i += 3) {
        STEP;
        for (int k = 0; k < 4; k++) STEP, sum += a[i] >> k;
    }
    if (sum < 0) STEP;
}

/* Finds each line's number by counting from the first line. */
static void line_numbers_from_start(size_t n, struct random_numbers *r) {
    int *a = random_ints(r, n, 10), lines = 0;
    begin_steps();
    for (size_t i = 0; i < n; i++) {
        STEP;
        if (a[i]) continue;
        for (size_t k = 0; k < i; k++) {
            STEP;
            if (!a[k]) STEP, lines++;
        }
    }
}

static void unescape(size_t n, struct random_numbers *r) {
    char *s = random_text(r, n, 16);
    size_t out = 0;
    begin_steps();
    for (size_t i = 0; i < n; i++) {
        STEP;
        if (s[i] == 'a' && i + 2 < n) {
            STEP;
            for (int k = 0; k < 2; k++) STEP, i++;
        }
        s[out++] = s[i];
    }
}

FAMILY(parsing, ROW(nested_lists, N, 8, 8000, 0), ROW(split_fields, N, 40, 8000, 0),
       ROW(shunting_yard, N, 8, 8000, 0), ROW(keywords_by_table, N, 8, 4000, 0),
       ROW(macro_expansion_with_restart, N2, 8, 400, 0), ROW(base64_encode, N, 8, 10000, SAME_COST),
       ROW(line_numbers_from_start, N2, 16, 800, 0), ROW(unescape, N, 16, 8000, 0));
