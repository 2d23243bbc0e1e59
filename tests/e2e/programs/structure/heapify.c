/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* heapify.c: makes a heap of an array: each invocation has many executions of the inner loop. */
#include <stdlib.h>
static void sift(int *a, int i, int n) {
    for (int c; (c = 2 * i + 1) < n; i = c) {
        if (c + 1 < n && a[c] < a[c + 1]) c++;
        if (a[i] >= a[c]) break;
        int x = a[i];
        a[i] = a[c], a[c] = x;
    }
}
static void heapify(int *a, int n) {
    for (int i = n / 2 - 1; i >= 0; i--) sift(a, i, n);
}
int main(void) {
    for (int n = 20; n <= 600; n += 20) {
        int *a = malloc(n * sizeof *a);
        for (int i = 0; i < n; i++) a[i] = i * 7919 % n;
        heapify(a, n);
        free(a);
    }
    return 0;
}
