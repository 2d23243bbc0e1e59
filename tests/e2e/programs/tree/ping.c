/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* ping.c: a callback of qsort, and one half of a recursion over two files. */
#include <stdio.h>
#include <stdlib.h>
void pong(int n);
static volatile int sink;
void ping(int n) {
    for (int i = 0; i < 2; i++) sink++;
    if (n) pong(n - 1);
}
static int compare(const void *a, const void *b) {
    int x = *(const int *)a, y = *(const int *)b, bits = 0;
    for (int i = 0; i < 8; i++) bits ^= x ^ y;
    return (sink = bits, (x > y) - (x < y));
}
int main(void) {
    int v[2] = {2, 1};
    for (int i = 0; i < 3; i++) qsort(v, 2, sizeof *v, compare);
    ping(4);
    printf("%d\n", sink);
    return 0;
}
