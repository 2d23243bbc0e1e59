/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * long_routine.c: calls a long routine that the test generates: a switch of 1,500 cases in a loop.
 */
#include <stdio.h>

long run(long *a, long *b, int *code, int n);
static long a[64], b[64];
static int code[4000];

int main(void) {
    for (int i = 0; i < 64; i++) a[i] = i * 7, b[i] = i * 13;
    for (int i = 0; i < 4000; i++) code[i] = i * 7919 % 1500 + 1;
    for (int n = 0; n < 4000; n += 37) printf("%ld\n", run(a, b, code, n));
    return 0;
}
