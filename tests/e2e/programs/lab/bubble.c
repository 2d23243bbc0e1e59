/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* bubble.c: the bubble sort of the paper as an experiment, on reversed and on random numbers. */
#include <ordo/ordo.h>
static void bubble_sort(int *d, int n) {
    for (int k = n - 1; k > 0; k--)
        for (int i = 0; i < k; i++)
            if (d[i] > d[i + 1]) { int t = d[i]; d[i] = d[i + 1]; d[i + 1] = t; }
}
ORDO_EXPERIMENT(bubble_sort, .inputs = ORDO_INPUTS(ordo_reversed_ints, ordo_random_ints),
                .from = 0, .to = 20, .step = 10, .repeat = 3);
