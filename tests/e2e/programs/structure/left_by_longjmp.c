/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* left_by_longjmp.c: half of the calls leave their routine by longjmp; nothing recurs. */
#include <setjmp.h>
#include <stdio.h>
static jmp_buf back;
static void leaves(int i) { if (i & 1) longjmp(back, 1); puts("stays"); }
static void (*volatile inner)(int) = leaves;
void outer(int i) { inner(i); for (volatile int k = 0; k < 3; k++) {} }
static void (*volatile go)(int) = outer;
int main(void) {
    for (volatile int i = 0; i < TIMES; i++)
        if (!setjmp(back)) go(i);
    return 0;
}
