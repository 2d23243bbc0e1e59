/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * mult_alg.c: searches for the cheapest way to multiply by a constant with shifts and additions, in the form
 * of the bug GCC#27733: each call clears one bit of its number, tries every bit that is set, and
 * remembers nothing. The longest chain of calls is about the number of one bits, and the number of calls
 * grows faster than exponentially with it.
 *
 * Usage: mult_alg BITS [TIMES]     numbers with 1 to BITS one bits, TIMES times
 */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

/* Returns the number of additions that it takes to make `t`, or a huge number if it is over `budget`.
 */
__attribute__((noinline)) static int cheapest(unsigned long t, int budget) {
    if (t == 0) return 0;
    if (budget == 0) return INT_MAX / 2;
    int best = INT_MAX / 2;
    for (unsigned long rest = t; rest; rest &= rest - 1) {
        unsigned long bit = rest & -rest;
        int cost = 1 + cheapest(t & ~bit, budget - 1);
        if (cost < best) best = cost;
    }
    return best;
}

static unsigned long with_bits(int bits, int shift) {
    unsigned long t = 0;
    for (int i = 0; i < bits; i++) t |= 1ul << (5 * i + shift) % 47;
    return t;
}

int main(int argc, char **argv) {
    int bits = argc > 1 ? atoi(argv[1]) : 6, times = argc > 2 ? atoi(argv[2]) : 1;
    long sum = 0;
    for (int i = 0; i < times; i++)
        for (int n = 1; n <= bits; n++) sum += cheapest(with_bits(n, i % 5), 64);
    printf("%ld\n", sum);
    return 0;
}
