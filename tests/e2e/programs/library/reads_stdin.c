/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* reads_stdin.c: sums bytes that read has just written. */
#include <stdio.h>
#include <unistd.h>
int sum(int n) {
    unsigned char b[64];
    int t = 0;
    if (read(0, b, n) != n) return -1;
    for (int i = 0; i < n; i++) t += b[i];
    return t;
}
int main(void) {
    for (int n = 1; n < 20; n++)
        if (sum(n) < 0) return 1;
    return 0;
}
