/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* two_loops.c: two routines with a loop each, of which the focus list names one. */
#include <stdio.h>
__attribute__((noinline)) int one(const int *a, int n) {
    int s = 0;
    for (int i = 0; i < n; i++) s += a[i];
    return s;
}
__attribute__((noinline)) int other(const int *a, int n) {
    int s = 0;
    for (int i = 0; i < n; i++) s ^= a[i];
    return s;
}
int main(void) {
    static int a[200];
    int s = 0;
    for (int k = 10; k < 200; k++) s += one(a, k) + other(a, k);
    printf("%d\n", s);
}
