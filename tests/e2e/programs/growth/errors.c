/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* errors.c N SEED: of N items, some one in ten at random are wrong. Each wrong one is compared with all that were wrong
 * before, so that the cost of this is quadratic in N, with the noise of their number. */
#include <stdio.h>
#include <stdlib.h>
static unsigned long state;
static unsigned at_random(unsigned below) {
    state = state * 6364136223846793005UL + 1442695040888963407UL;
    return (unsigned)(state >> 33) % below;
}
static int wrong[100000], n_wrong;
static int complain(int item) {
    int equal = 0;
    for (int i = 0; i < n_wrong; i++) equal += wrong[i] == item;
    wrong[n_wrong++] = item;
    return equal;
}
int main(int argc, char **argv) {
    int n = argc > 1 ? atoi(argv[1]) : 600, equal = 0;
    state = argc > 2 ? strtoul(argv[2], 0, 10) : 1;
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < 30; k++) equal ^= (int)at_random(7);
        if (at_random(10) == 0) equal += complain((int)at_random(1000));
    }
    printf("%d %d\n", equal, n_wrong);
}
