/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* kmp.c: Search for a pattern (Knuth, Morris, Pratt).
 *
 * Algorithms:
 *   main#1: no data structure
 *   main#2: any
 *   main#3: any
 *   failure#1 + failure#2: modification of array int, traversal of array char; class = n; coefficient = any; n = elements of char 5..25
 *   search#1 + search#2: traversal of array char, traversal of array char, traversal of array int; class = n; coefficient = any; n = elements of char 51..2001 */
#include "textbook.h"

static void failure(const char *p, int m, int *fail) {
    fail[0] = 0;
    for (int i = 1, k = 0; i < m; i++) {
        while (k && p[i] != p[k]) k = fail[k - 1];
        if (p[i] == p[k]) k++;
        fail[i] = k;
    }
}
static int search(const char *text, int n, const char *p, int m, const int *fail) {
    int found = 0;
    for (int i = 0, k = 0; i < n; i++) {
        while (k && text[i] != p[k]) k = fail[k - 1];
        if (text[i] == p[k]) k++;
        if (k == m) {
            found++;
            k = fail[k - 1];
        }
    }
    return found;
}
int main(void) {
    for (int n = 50; n <= 2000; n += 75) {
        int m = 4 + n / 100;
        char *text = malloc(n + 1), *p = malloc(m + 1);
        int *fail = malloc(m * sizeof *fail);
        for (int i = 0; i < n; i++) text[i] = 'a' + draw() % 2;
        for (int i = 0; i < m; i++) p[i] = 'a' + draw() % 2;
        text[n] = p[m] = 0;
        failure(p, m, fail);
        sink += search(text, n, p, m, fail);
        free(text);
        free(p);
        free(fail);
    }
}
