/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* matmul.c: The product of two matrices of rows.
 *
 * Algorithms:
 *   main: no data structure
 *   matrix: any
 *   release: any
 *   fill#1 + fill#2: modification of array double *; class = n; coefficient = 1; n = elements 6..1640
 *   multiply#1 + multiply#2 + multiply#3: modification of array double *, traversal of array double *, traversal of array double *; class = n^1.5; coefficient = 1; n = elements 6..1640 */
#include "textbook.h"

static double **matrix(int n) {
    double **m = malloc(n * sizeof *m);
    for (int i = 0; i < n; i++) m[i] = malloc(n * sizeof **m);
    return m;
}
static void release(double **m, int n) {
    for (int i = 0; i < n; i++) free(m[i]);
    free(m);
}
static void fill(double **m, int n) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) m[i][j] = draw() % 10;
}
static void multiply(double **c, double **a, double **b, int n) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double s = 0;
            for (int k = 0; k < n; k++) s += a[i][k] * b[k][j];
            c[i][j] = s;
        }
}
int main(void) {
    for (int n = 2; n <= 40; n += 2) {
        double **a = matrix(n), **b = matrix(n), **c = matrix(n);
        fill(a, n);
        fill(b, n);
        multiply(c, a, b, n);
        sink += c[0][0];
        release(a, n);
        release(b, n);
        release(c, n);
    }
}
