/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* failing.c: an experiment that fails. The test fills in the function's statement and its check. */
#include <ordo/ordo.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int f(int *a, int n) {
    WHAT
    return n + a[0];
}
static int right(const int *before, size_t n, const int *after, int returned) {
    return n < 30 || before[0] != after[0] || returned < 0;
}
ORDO_EXPERIMENT(f, .inputs = ordo_random_ints, .from = 10, .to = 50, .step = 10, .repeat = 2 CHECK);
