/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* harness.c: A harness that fills and sorts one global array again and again, and checks its first
 * element itself. It is not part of the algorithms that work on the array.
 *
 * Algorithms:
 *   main: modification of array int, traversal of array int
 *   fill: modification of array int; steps = n; n = used 1..99
 *   sort#1 + sort#2: modification of array int; coefficient = 0.5; n = used 2..99; class = n^2; steps = n*(n-1)//2 + n - 1 */
#include <stdlib.h>

static int data[100], results[100];

static void fill(int n) {
    for (int i = 0; i < n; i++) data[i] = n - i;
}

static void sort(int n) {
    for (int i = 1; i < n; i++)
        for (int j = i; j > 0 && data[j - 1] > data[j]; j--) {
            int t = data[j];
            data[j] = data[j - 1];
            data[j - 1] = t;
        }
}

int main(void) {
    for (int n = 0; n < 100; n++) {
        fill(n);
        sort(n);
        if (n && data[0] != 1) abort();
        results[n] = n;
    }
    return results[99] != 99;
}
