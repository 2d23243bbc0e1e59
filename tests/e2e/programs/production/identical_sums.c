/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* identical_sums.c: sums the first 100 to 999 elements of the same array again and again: no growth
 * over the run. */
#include <stdio.h>
#include <stdlib.h>
static long cells[1000];
__attribute__((noinline)) static long sum(int n) {
    long s = 0;
    for (int i = 0; i < n; i++) s = s * 31 + cells[i];
    return s;
}
int main(int argc, char **argv) {
    long s = 0;
    for (int i = 0; i < 1000; i++) cells[i] = argv[0][i % 2] + argc;
    for (int i = 0; i < 3000; i++) s += sum(100 + i % 900);
    printf("%ld\n", s);
    return 0;
}
