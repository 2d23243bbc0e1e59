/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* hidden_square.c: calls of work() are quadratic, but up to n = 300 a linear part costs more. */
#include <stdlib.h>

static int a[1000];

static int work(int n) {
    int s = 0;
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < 290; k++) s ^= k;
        for (int j = 0; j < i; j++) s += a[j];
    }
    return s;
}

int main(void) {
    int s = 0;
    for (int n = 1; n <= 1000; n += 5) s += work(n);
    return s == 1;
}
