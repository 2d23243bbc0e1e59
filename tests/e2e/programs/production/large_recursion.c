/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * large_recursion.c: a recursion of ten routines, as compilers have, and one of a single routine.
 */
#include <stdio.h>
#include <stdlib.h>

#define ROUTINE(NAME, NEXT, OTHER)                                                                 \
    long NEXT(long), OTHER(long);                                                                  \
    __attribute__((noinline)) long NAME(long n) {                                                  \
        return n < 2 ? n : NEXT(n - 1) + (n % 7 == 0 ? OTHER(n - 2) : 0);                          \
    }
ROUTINE(r0, r1, r5)
ROUTINE(r1, r2, r6)
ROUTINE(r2, r3, r7)
ROUTINE(r3, r4, r8)
ROUTINE(r4, r5, r9)
ROUTINE(r5, r6, r0)
ROUTINE(r6, r7, r1)
ROUTINE(r7, r8, r2)
ROUTINE(r8, r9, r3)
ROUTINE(r9, r0, r4)

long fib(long n) {
    return n < 2 ? n : fib(n - 1) + fib(n - 2);
}

int main(int c, char **v) {
    long n = c > 1 ? atol(v[1]) : 20, sum = 0;
    for (long i = 0; i < 200; i++) sum += r0(n + i % 50);
    printf("%ld %ld\n", sum, fib(20));
    return 0;
}
