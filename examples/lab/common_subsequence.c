/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Longest common subsequence of a string and its reverse, with a table of n rows and n columns.
 *
 * Count of palindrome: cells = n^2
 * Count of palindrome: cells grows n^2
 */
#include <ordo/ordo.h>

#include <stdlib.h>

static size_t larger(size_t a, size_t b) {
    return a > b ? a : b;
}

/* a and b have n letters; row[j] is the length for the letters of a so far and b[0..j) */
static size_t common_subsequence(const char *a, const char *b, size_t n) {
    size_t *row = calloc(n + 1, sizeof *row);
    if (!row) abort();
    for (size_t i = 0; i < n; i++) {
        size_t diagonal = 0;
        for (size_t j = 0; j < n; j++) {
            size_t above = row[j + 1]; /* count: cells */
            row[j + 1] = a[i] == b[j] ? diagonal + 1 : larger(above, row[j]);
            diagonal = above;
        }
    }
    size_t length = row[n];
    free(row);
    return length;
}

static size_t palindrome(char *s, size_t n) {
    char *backwards = malloc(n + 1);
    if (!backwards) abort();
    for (size_t i = 0; i < n; i++) backwards[i] = s[n - 1 - i];
    size_t length = common_subsequence(s, backwards, n);
    free(backwards);
    return length;
}

static int is_all(const char *input, size_t n, const char *result, size_t length) {
    (void)input, (void)result;
    return length == n;
}

static int is_possible(const char *input, size_t n, const char *result, size_t length) {
    (void)input, (void)result;
    return n ? length >= 1 && length <= n : length == 0;
}

ORDO_EXPERIMENT(palindrome, .inputs = ordo_equal_string, .to = 50, .step = 5, .check = is_all);
ORDO_EXPERIMENT(palindrome, .inputs = ordo_random_string, .to = 50, .step = 5,
                .check = is_possible);
