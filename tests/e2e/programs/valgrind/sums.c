/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* sums.c: sums 1 to 100 numbers of an array, and ends with status 3. */
#include <stdio.h>
static long sum(const long *v, int n) {
    long s = 0;
    for (int i = 0; i < n; i++) s += v[i];
    return s;
}
long data[100];
int main(void) {
    long s = 0;
    for (int n = 1; n <= 100; n++) s += sum(data, n);
    printf("%ld\n", s);
    return 3;
}
