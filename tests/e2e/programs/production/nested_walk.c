/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* nested_walk.c: a recursion that is called from the loop of its own routine. */
#include <stdio.h>
#include <stdlib.h>
static int cells[64];
__attribute__((noinline)) static long walk(int depth, int *left) {
    long sum = 0;
    for (int i = 0; i < depth + 3; i++) {
        if (cells[i] % 3)
            for (int j = 0; j < *left; j++) sum += cells[(i + j) % 64] * (j + 1);
        if (depth && i % 2) sum += walk(depth - 1, left);
    }
    return sum + depth;
}
int main(int argc, char **argv) {
    long sum = 0;
    int left = 9;
    for (int i = 0; i < 64; i++) cells[i] = i * 7 + argc;
    for (int i = 0; i < 40; i++) sum += walk(i % 6, &left);
    printf("%ld\n", sum);
    return argv[0] == NULL;
}
