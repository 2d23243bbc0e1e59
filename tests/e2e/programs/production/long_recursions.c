/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* long_recursions.c: recursions that take much longer than a small budget pays for, so that their
 * samples are given up. */
#include <stdio.h>
static long fib(long n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
static long odd(long n);
static long even(long n) { return n < 2 ? 1 : odd(n - 1) + odd(n - 2); }
static long odd(long n) { return n < 2 ? 0 : even(n - 1) + even(n - 2); }
int main(void) {
    volatile long s = 0;
    for (long i = 0; i < 60; i++) s += fib(22 + i % 8) + even(22 + i % 8);
    printf("%ld\n", (long)s);
}
