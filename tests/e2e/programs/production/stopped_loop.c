/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* stopped_loop.c: a loop whose executions have 10 to 59 iterations, or 6 when they are stopped. */
#include <stdio.h>
__attribute__((noinline)) unsigned fill(volatile unsigned *a, unsigned n, unsigned stop) {
    unsigned i = 0;
    do {
        a[i % 64] = i;
        if (i == stop) break;
    } while (++i < n);
    return i;
}
int main(void) {
    static volatile unsigned a[64];
    unsigned s = 0;
    for (unsigned k = 1; k <= 3000; k++) s += fill(a, k % 50 + 10, k % 7 == 0 ? 5 : 1000);
    printf("%u\n", s);
}
