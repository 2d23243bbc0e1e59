/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* constant_parameter.c: a recursion with a parameter that has the same value in all calls, which
 * LLVM removes. */
#include <stdio.h>
#include <stdlib.h>
struct kind { int step, odd; };
static struct kind one = {1, 3};
static int table[64];
static int down(struct kind *k, int n, int seed);
__attribute__((noinline)) static int again(struct kind *k, int n, int seed) {
    return down(k, n - k->step, seed) + table[seed % 64];
}
__attribute__((noinline)) static int down(struct kind *k, int n, int seed) {
    if (n <= 0) return k->odd;
    table[(n * seed) % 64] += k->odd;
    return again(k, n, seed) ^ (n * seed);
}
int main(int argc, char **argv) {
    unsigned h = 0;
    for (int i = 1; i < atoi(argv[argc - 1]); i++) {
        for (int j = 0; j < 9 + i % 5; j++) h = h * 31 + (unsigned)down(&one, i % 13 + j, i);
        h ^= (unsigned)again(&one, i % 7, i + 3);
    }
    printf("%u\n", h);
    return 0;
}
