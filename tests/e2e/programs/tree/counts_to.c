/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* counts_to.c: a loop with as many iterations as the argument says. */
#include <stdlib.h>
static volatile int sink;
int main(int argc, char **argv) {
    (void)argc;
    for (int i = 0; i < atoi(argv[1]); i++) sink++;
    return 0;
}
