/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* growing_search.c: searches a list that grows: execution i reads i cells, so that all of them have
 * n (n - 1) / 2 iterations. */
#include <stdio.h>
#include <stdlib.h>

static long list[100000];
static long n;

static long find(long key) {
    long i = 0;
    while (i < n && list[i] != key) i++;
    return i;
}

int main(int argc, char **argv) {
    long many = argc > 1 ? atol(argv[1]) : 100;
    for (long key = 0; key < many; key++)
        if (find(key * 7) == n) list[n++] = key * 7;
    printf("%ld\n", n);
    return 0;
}
