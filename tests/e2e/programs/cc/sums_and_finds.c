/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* sums_and_finds.c: sums an array, and finds an element in a loop with several exits. */
#include <stdio.h>
static int sum(const int *a, int n) {
    int s = 0;
    for (int i = 0; i < n; i++) s += a[i];
    return s;
}
/* Several exits from a loop, and values that it leaves. */
static __attribute__((noinline)) long find(const int *a, int n, int v, int *at) {
    long s = 0;
    for (int i = 0; i < n; i++) {
        s += 3 * a[i];
        if (a[i] == v) return *at = i, s;
        if (s > 9000) return -s;
    }
    return *at + s;
}
int main(void) {
    int a[100], at = 7;
    long all = 0, found = 0;
    for (int i = 0; i < 100; i++) a[i] = i;
    for (int i = 0; i < 1000; i++) all += sum(a, i % 100);
    for (int i = 0; i < 1000; i++) found += find(a, i % 100, i % 130, &at) * (i + at);
    printf("%ld %ld\n", all, found);
}
