/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* unused_result.c: a recursion whose result nobody outside uses, so that LLVM removes it. */
#include <stdio.h>
#include <stdlib.h>
static unsigned table[64];
static int visit(int n, int seed);
__attribute__((noinline)) static int each(int n, int seed) {
    for (int i = 0; i < n; i++) {
        table[i % 64] += (unsigned)seed;
        visit(n - 1 - i % 3, seed + i);
    }
    return n;
}
__attribute__((noinline)) static int visit(int n, int seed) {
    table[seed % 64] ^= (unsigned)n;
    if (n > 0) each(n - 1, seed);
    return (int)table[n & 63];
}
int main(int argc, char **argv) {
    for (int i = 0; i < atoi(argv[argc - 1]); i++) visit(4 + i % 9, i);
    unsigned h = 0;
    for (int i = 0; i < 64; i++) h = h * 31 + table[i];
    printf("%u\n", h);
    return 0;
}
