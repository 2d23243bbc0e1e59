/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* quiet.c: sums an array often enough to be sampled, and ends with status 3. */
#include <stdio.h>
int main(void) {
    static volatile int a[500];
    int s = 0;
    for (int k = 0; k < 100; k++)
        for (int i = 0; i < 500; i++) s += a[i];
    printf("%d\n", s);
    return 3;
}
