/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * two_run_sizes.c N M: one call of a convolution of N and M numbers, and calls that read both.
 */
#include <stdio.h>
#include <stdlib.h>

enum { MOST = 10000 };

__attribute__((noinline)) void convolve(const int *a, int n, const int *b, int m, long *out) {
    for (int i = 0; i < n; i++)
        for (int k = 0; k < m; k++) out[i + k] += (long)a[i] * b[k];
}

__attribute__((noinline)) long totals(const int *a, int n, const int *b, int m) {
    long sum = 0;
    for (int turn = 0; turn < 30; turn++) {
        for (int i = 0; i < n; i++) sum += a[i];
        for (int k = 0; k < m; k++) sum += b[k];
    }
    return sum;
}

int main(int argc, char **argv) {
    static int a[MOST], b[MOST];
    static long out[2 * MOST];
    if (argc != 3) return 2;
    int n = atoi(argv[1]), m = atoi(argv[2]);
    for (int i = 0; i < n; i++) a[i] = i % 7;
    for (int k = 0; k < m; k++) b[k] = k % 5;
    convolve(a, n, b, m, out);
    printf("%ld %ld\n", out[3], totals(a, n, b, m));
    return 0;
}
