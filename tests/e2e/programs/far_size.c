/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Calls of small sizes that do nearly nothing, and a far larger one that has the cost and does
 * something else. */
#include <stdio.h>

static int cell[4096];

__attribute__((noinline)) static long serve(int n, long steps) {
    long sum = 0;
    for (int i = 0; i < n; i++) sum += cell[2 * i];
    for (long i = 0; i < steps; i++) sum = sum * 31 + cell[0];
    return sum;
}

int main(void) {
    static const int small[] = {20, 26, 32, 44, 55};
    long sum = 0;
    for (int i = 0; i < 5; i++) sum += serve(small[i], (long)small[i] * small[i] / 2);
    sum += serve(2000, 2000000);
    printf("%ld\n", sum);
}
