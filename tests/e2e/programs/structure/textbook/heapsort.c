/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* heapsort.c: Heapsort of an array.
 *
 * Algorithms:
 *   main#1: no data structure
 *   main#2: any
 *   heapsort_ints#1 + sift_down: modification of array int; class = n; coefficient = any; n = elements 10..1000
 *   heapsort_ints#2 + sift_down: modification of array int; class = n log n; coefficient = any; n = elements 10..1000 */
#include "textbook.h"

static void sift_down(int *a, int i, int n) {
    for (;;) {
        int child = 2 * i + 1;
        if (child >= n) return;
        if (child + 1 < n && a[child + 1] > a[child]) child++;
        if (a[i] >= a[child]) return;
        int t = a[i];
        a[i] = a[child];
        a[child] = t;
        i = child;
    }
}
static void heapsort_ints(int *a, int n) {
    for (int i = n / 2 - 1; i >= 0; i--) sift_down(a, i, n);
    for (int end = n - 1; end > 0; end--) {
        int t = a[0];
        a[0] = a[end];
        a[end] = t;
        sift_down(a, 0, end);
    }
}
int main(void) {
    for (int n = 10; n <= 1000; n += 30) {
        int *a = malloc(n * sizeof *a);
        for (int i = 0; i < n; i++) a[i] = draw() % 100000;
        heapsort_ints(a, n);
        sink += a[0];
        free(a);
    }
}
