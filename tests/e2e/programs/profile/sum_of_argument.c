/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* sum_of_argument.c: sums as many numbers as the argument says. */
#include <stdlib.h>
static volatile int a[1000];
static int sum(int n) {
    int s = 0;
    for (int i = 0; i < n; i++) s += a[i];
    return s;
}
int main(int argc, char **argv) {
    (void)argc;
    return sum(atoi(argv[1])) != 0;
}
