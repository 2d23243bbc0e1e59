/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* fib_and_even.c: a recursion that calls itself twice, and one of two routines that call each
 * other. */
#include <stdio.h>
int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
static int odd(unsigned n);
static int even(unsigned n) { return n == 0 ? 1 : odd(n - 1); }
static int odd(unsigned n) { return n == 0 ? 0 : even(n - 1); }
int main(void) {
    volatile long s = 0;
    for (int i = 2; i < 16; i++) s += fib(i) + even((unsigned)i);
    printf("%ld\n", (long)s);
}
