/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* choice_loop.c: a loop by goto that begins with a switch; some cases leave it. */
#include <stdio.h>
__attribute__((noinline)) int resolve(volatile int *a, unsigned kind) {
retry:
    switch (kind % 8) {
    case 0: return a[0];
    case 1: a[1] += 3; return 1;
    case 2: return a[2] * a[3];
    case 5: a[4] = 7; return a[5] - 1;
    default: kind = kind / 2 + (unsigned)a[6]; goto retry;
    }
}
int main(void) {
    static volatile int a[8];
    int s = 0;
    for (unsigned k = 0; k < 2000; k++) s += resolve(a, k);
    printf("%d\n", s);
}
