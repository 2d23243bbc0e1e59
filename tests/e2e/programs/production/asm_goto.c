/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* asm_goto.c: a routine with asm goto, which has no recorded version. */
#include <stdio.h>
__attribute__((noinline)) static int jumps(const int *v) {
    asm goto("testl $1, %0; jnz %l1" : : "r"(v[0]) : "cc" : odd);
    return v[1];
odd:
    return v[2] + 1;
}
int main(void) {
    int v[3] = {0, 4, 7}, s = 0;
    for (volatile int i = 0; i < 40; i++) {
        v[0] = i;
        s += jumps(v);
    }
    printf("%d\n", s);
}
