/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* memory_errors.c: with an argument, uses memory that was never written and memory that was freed. */
#include <stdio.h>
#include <stdlib.h>
int main(int n, char **v) {
    char *b = calloc(1, 20);
    volatile int *p = malloc(sizeof *p);
    int sum = 0;
    for (int i = 0; i < n; i++) sum += v[i][0];
    if (n > 1 && *p > 3) puts("more");
    free(b);
    if (n > 1) sum += ((volatile char *)b)[1];
    free((void *)p);
    return sum < 0;
}
