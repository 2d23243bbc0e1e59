/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * fib.c: Fibonacci numbers by their definition. The longest chain of calls below fib(n) is n - 1 long
 * (fib(n - 1), ..., fib(1)), and there are 2 fib(n + 1) - 2 calls below it, with fib(1) = fib(2) = 1.
 *
 * Usage: fib N [TIMES]     fib(2) to fib(N), TIMES times
 */
#include <stdio.h>
#include <stdlib.h>

__attribute__((noinline)) static long fib(int n) {
    if (n < 2) return n;
    return fib(n - 1) + fib(n - 2);
}

int main(int argc, char **argv) {
    int most = argc > 1 ? atoi(argv[1]) : 12, times = argc > 2 ? atoi(argv[2]) : 1;
    long sum = 0;
    for (int t = 0; t < times; t++)
        for (int n = 2; n <= most; n++) sum += fib(n);
    printf("%ld\n", sum);
    return 0;
}
