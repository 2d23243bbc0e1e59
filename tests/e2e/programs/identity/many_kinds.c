/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* many_kinds.c: loops, a recursion, a search, and library routines. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int grid[20][20];
static int row(int r) { int i, s = 0; for (i = 0; i < 20; i++) s += grid[r][i]; return s; }
static void fill(int n) { int i, j; for (i = 0; i < n; i++) for (j = 0; j < n; j++) grid[i][j] = i * j; }
static int search(const int *p, int n, int x) { int lo = 0, hi = n; while (lo < hi) { int m = (lo + hi) / 2; if (p[m] < x) lo = m + 1; else hi = m; } return lo; }
static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
static char *twice(const char *s) { char *r = malloc(2 * strlen(s) + 1); strcpy(r, s); strcat(r, s); return r; }
int main(void) {
    int i, s = 0, sorted[100];
    for (i = 0; i < 100; i++) sorted[i] = 3 * i;
    fill(20);
    for (i = 0; i < 20; i++) s += row(i) + search(sorted, 100, 10 * i) + fib(i % 10);
    char *t = twice("some words"); s += (int)strlen(t); free(t);
    printf("%d\n", s);
    return 0;
}
