/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Search for n/2 letters in a text of n letters. All are equal except the pattern's last letter.
 * The naive search starts again at each place and is quadratic; Knuth-Morris-Pratt never goes back
 * in the text.
 *
 * Count of naive: comparisons = (n - n // 2 + 1) * (n // 2) where n >= 2
 * Count of knuth_morris_pratt: comparisons <= 3 * n
 * Count of naive: comparisons grows n^2
 * Count of knuth_morris_pratt: comparisons grows n
 */
#include <ordo/ordo.h>

#include <stdlib.h>
#include <string.h>

static int same(char a, char b) {
    return a == b; /* count: comparisons */
}

static size_t search_naively(const char *text, size_t n, const char *pattern, size_t m) {
    for (size_t at = 0; at + m <= n; at++) {
        size_t i = 0;
        while (i < m && same(text[at + i], pattern[i])) i++;
        if (i == m) return at;
    }
    return n;
}

static size_t search_kmp(const char *text, size_t n, const char *pattern, size_t m) {
    size_t *border = calloc(m + 1, sizeof *border), matched = 0, found = n;
    if (!border) abort();
    for (size_t i = 1; i < m; i++) {
        size_t k = border[i];
        while (k > 0 && !same(pattern[k], pattern[i])) k = border[k];
        border[i + 1] = pattern[k] == pattern[i] ? k + 1 : 0;
    }
    for (size_t i = 0; i < n && found == n; i++) {
        while (matched > 0 && !same(pattern[matched], text[i])) matched = border[matched];
        if (pattern[matched] == text[i]) matched++;
        if (matched == m) found = i + 1 - m;
    }
    free(border);
    return found;
}

static size_t search(const char *text, size_t n,
                     size_t (*by)(const char *, size_t, const char *, size_t)) {
    size_t m = n / 2;
    char *pattern = malloc(m + 1);
    if (!pattern) abort();
    memset(pattern, 'a', m);
    if (m) pattern[m - 1] = 'b';
    size_t found = m ? by(text, n, pattern, m) : 0;
    free(pattern);
    return found;
}

static size_t naive(const char *text, size_t n) {
    return search(text, n, search_naively);
}

static size_t knuth_morris_pratt(const char *text, size_t n) {
    return search(text, n, search_kmp);
}

static int is_nowhere(const char *text, size_t n, const char *result, size_t found) {
    (void)text, (void)result;
    return n < 2 || found == n;
}

ORDO_EXPERIMENT(naive, .inputs = ordo_equal_string, .to = 200, .step = 10, .check = is_nowhere);
ORDO_EXPERIMENT(knuth_morris_pratt, .inputs = ordo_equal_string, .to = 200, .step = 10,
                .check = is_nowhere);
