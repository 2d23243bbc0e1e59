/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * strings.c: routines on one text.
 */
#include "models/algorithm.h"

static void reverse_span(char *s, size_t low, size_t high) {
    STEP;
    while (low + 1 < high) {
        STEP;
        char t = s[low];
        s[low++] = s[--high];
        s[high] = t;
    }
}

static void reverse_words(size_t n, struct random_numbers *r) {
    char *s = random_text(r, n, 6);
    begin_steps();
    reverse_span(s, 0, n);
    for (size_t i = 0, start = 0; i <= n; i++) {
        STEP;
        if (i == n || s[i] == 'a') STEP, reverse_span(s, start, i), start = i + 1;
    }
}

static void z_function(size_t n, struct random_numbers *r) {
    char *s = random_text(r, n, 2);
    int *z = scratch_ints(n);
    size_t left = 0, right = 0;
    begin_steps();
    for (size_t i = 1; i < n; i++) {
        size_t k = 0;
        STEP;
        if (i < right) {
            STEP;
            k = (size_t)z[i - left];
            if (k > right - i) STEP, k = right - i;
        }
        while (i + k < n && s[k] == s[i + k]) STEP, k++;
        z[i] = (int)k;
        if (i + k > right) STEP, left = i, right = i + k;
    }
}

static void manacher(size_t n, struct random_numbers *r) {
    char *s = random_text(r, n, 2);
    long *radius = scratch(n + 1, sizeof *radius), left = 0, right = -1, end = (long)n;
    begin_steps();
    for (long i = 0; i < end; i++) {
        long k = 1;
        STEP;
        if (i <= right) {
            STEP;
            k = radius[left + right - i];
            if (k > right - i + 1) STEP, k = right - i + 1;
        }
        while (i - k >= 0 && i + k < end && s[i - k] == s[i + k]) STEP, k++;
        radius[i] = k;
        if (i + k - 1 > right) STEP, left = i - k + 1, right = i + k - 1;
    }
}

/* Skips up to eight letters at a time. */
static void horspool_search(size_t n, struct random_numbers *r) {
    char *s = random_text(r, n, 20);
    static const char wanted[] = "abacabad";
    int skip[20];
    begin_steps();
    for (int c = 0; c < 20; c++) STEP, skip[c] = 8;
    for (int i = 0; i < 7; i++) STEP, skip[wanted[i] - 'a'] = 7 - i;
    for (size_t i = 7; i < n; i += (size_t)skip[s[i] - 'a']) {
        STEP;
        for (size_t k = 0; k < 8 && s[i - k] == wanted[7 - k]; k++) STEP;
    }
}

/* Makes room at the front for every letter. */
static void prepend_letters(size_t n, struct random_numbers *r) {
    char *s = random_text(r, n, 4), *out = scratch(n + 1, 1);
    begin_steps();
    for (size_t i = 0; i < n; i++) {
        STEP;
        for (size_t k = i; k > 0; k--) STEP, out[k] = out[k - 1];
        out[0] = s[i];
    }
}

/* Each replacement moves the rest of the text by one. */
static void replace_and_move_tail(size_t n, struct random_numbers *r) {
    char *s = random_text(r, n, 5);
    size_t length = n, room = 2 * n + 1;
    char *text = scratch(room, 1);
    for (size_t i = 0; i < n; i++) text[i] = s[i];
    begin_steps();
    for (size_t i = 0; i < length; i++) {
        STEP;
        if (text[i] != 'a' || length + 1 >= room) continue;
        for (size_t k = length++; k > i; k--) STEP, text[k] = text[k - 1];
        text[i++] = '_';
    }
}

static const char *suffix_text;
static size_t suffix_length;

static bool suffix_before(int a, int b) {
    STEP;
    size_t i = (size_t)a, k = (size_t)b;
    while (i < suffix_length && k < suffix_length && suffix_text[i] == suffix_text[k])
        STEP, i++, k++;
    return i == suffix_length ? k < suffix_length
                              : k < suffix_length && suffix_text[i] < suffix_text[k];
}

static void sort_suffixes(int *a, int *b, size_t low, size_t high) {
    STEP;
    if (high - low < 2) return;
    size_t middle = (low + high) / 2, i = low, j = middle;
    sort_suffixes(a, b, low, middle);
    sort_suffixes(a, b, middle, high);
    for (size_t k = low; k < high; k++) {
        STEP;
        if (j >= high || (i < middle && !suffix_before(a[j], a[i])))
            b[k] = a[i++];
        else
            b[k] = a[j++];
    }
    for (size_t k = low; k < high; k++) STEP, a[k] = b[k];
}

/* Every comparison reads on to the end of the text. */
static void suffix_sort_of_equal_letters(size_t n, struct random_numbers *r) {
    suffix_text = random_text(r, n, 1);
    suffix_length = n;
    int *a = permutation(r, n), *b = scratch_ints(n);
    begin_steps();
    sort_suffixes(a, b, 0, n);
}

static void suffix_sort_of_random_letters(size_t n, struct random_numbers *r) {
    suffix_text = random_text(r, n, 26);
    suffix_length = n;
    int *a = ascending(n), *b = scratch_ints(n);
    begin_steps();
    sort_suffixes(a, b, 0, n);
}

/* The longest repeated part of a text, by all pairs of places; matches are short. */
static void longest_repeat(size_t n, struct random_numbers *r) {
    char *s = random_text(r, n, 4);
    size_t best = 0;
    begin_steps();
    for (size_t i = 0; i < n; i++) {
        STEP;
        for (size_t j = i + 1; j < n; j++) {
            size_t k = 0;
            STEP;
            while (j + k < n && s[i + k] == s[j + k]) STEP, k++;
            if (k > best) STEP, best = k;
        }
    }
}

FAMILY(strings, ROW(reverse_words, N, 8, 10000, 0), ROW(z_function, N, 8, 10000, 0),
       ROW(manacher, N, 8, 10000, 0), ROW(horspool_search, N, 400, 15000, 0),
       ROW(prepend_letters, N2, 4, 1500, POLYNOMIAL), ROW(replace_and_move_tail, N2, 16, 400, 0),
       ROW(suffix_sort_of_equal_letters, N2_LOG, 8, 130, 0),
       ROW(suffix_sort_of_random_letters, N_LOG, 8, 5000, 0), ROW(longest_repeat, N2, 8, 250, 0));
