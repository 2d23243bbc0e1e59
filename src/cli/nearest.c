/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * nearest.c: optimal string alignment distance (insert, delete, replace, swap neighbours), with
 * three rows of the usual table. Near enough is at most a third of the word's letters, plus one.
 */
#include "cli/nearest.h"
#include <string.h>

enum { MAX_WORD = 40 };

static size_t smaller(size_t a, size_t b) {
    return a < b ? a : b;
}

static size_t distance(const char *a, const char *b) {
    size_t n = strlen(a), m = strlen(b);
    size_t rows[3][MAX_WORD + 1] = {{0}};
    if (n > MAX_WORD || m > MAX_WORD) return MAX_WORD;
    size_t *before = rows[0], *above = rows[1], *row = rows[2];
    for (size_t j = 0; j <= m; j++) above[j] = j;
    for (size_t i = 1; i <= n; i++) {
        row[0] = i;
        for (size_t j = 1; j <= m; j++) {
            row[j] =
                smaller(smaller(row[j - 1], above[j]) + 1, above[j - 1] + (a[i - 1] != b[j - 1]));
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = smaller(row[j], before[j - 2] + 1);
        }
        size_t *oldest = before;
        before = above, above = row, row = oldest;
    }
    return above[m];
}

const char *ordo_nearest_find(const char *word, const char *const *candidates, size_t n) {
    const char *best = NULL;
    size_t best_distance = strlen(word) / 3 + 2;
    for (size_t i = 0; i < n; i++) {
        size_t d = distance(word, candidates[i]);
        if (d < best_distance) best_distance = d, best = candidates[i];
    }
    return best;
}
