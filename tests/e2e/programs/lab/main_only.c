/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* main_only.c: a main without an experiment that exits in a callee. */
#include <stdio.h>
#include <stdlib.h>
static void leave(int n) { if (n == 0) exit(3); leave(n - 1); puts("never"); }
int main(int argc, char **argv) {
    for (int i = 1; i < argc; i++) puts(argv[i]);
    leave(2);
    return 9;
}
