/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* edit.c: The distance of two texts by one row.
 *
 * Algorithms:
 *   main#1: no data structure
 *   main#2: any
 *   distance#1: modification of array int; steps = n; n = elements 6..195
 *   distance#2 + distance#3: modification of array int, traversal of array char, traversal of array char; class = n^2; coefficient = 1; n = elements of char 6..195 */
#include "textbook.h"

static int min3(int a, int b, int c) {
    int m = a < b ? a : b;
    return m < c ? m : c;
}
static int distance(const char *a, const char *b) {
    int n = strlen(a), m = strlen(b);
    int *row = malloc((m + 1) * sizeof *row);
    for (int j = 0; j <= m; j++) row[j] = j;
    for (int i = 1; i <= n; i++) {
        int diagonal = row[0];
        row[0] = i;
        for (int j = 1; j <= m; j++) {
            int above = row[j];
            row[j] = min3(row[j] + 1, row[j - 1] + 1, diagonal + (a[i - 1] != b[j - 1]));
            diagonal = above;
        }
    }
    int d = row[m];
    free(row);
    return d;
}
int main(void) {
    for (int n = 5; n <= 200; n += 7) {
        char *a = malloc(n + 1), *b = malloc(n + 1);
        for (int i = 0; i < n; i++) a[i] = 'a' + draw() % 4, b[i] = 'a' + draw() % 4;
        a[n] = b[n] = 0;
        sink += distance(a, b);
        free(a);
        free(b);
    }
}
