/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* declares_a_feature.c: declares the square of its argument as a feature. */
#include <ordo/ordo.h>
#include <stdlib.h>
static volatile int sink;
int main(int argc, char **argv) {
    int n = atoi(argv[1]);
    ordo_feature("squares", n * n);
    for (int i = 0; i < n * n; i++) sink += i;
    return n == 13;
}
