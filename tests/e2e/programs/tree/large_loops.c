/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* large_loops.c: 20,000 calls of a loop of growing length. */
#include <stdlib.h>
static char data[200000];
static volatile int sink;
static void work(int n) { for (int i = 0; i < n; i++) sink += data[i]; }
int main(int argc, char **argv) {
    (void)argc;
    for (int i = 1; i < atoi(argv[1]); i++) work(i);
    return 0;
}
