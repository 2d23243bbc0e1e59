/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* longjmp.c: longjmp leaves a recursion of up to 10 activations, ten times. */
#include <setjmp.h>
#include <stdio.h>
static jmp_buf back;
static int data[100];
static void deep(int n) { if (n == 0) longjmp(back, 1); deep(n - 1); }
static int after(int n) { int i, s = 0; for (i = 0; i < n; i++) s += data[i]; return s; }
static int attempt(int n) { if (!setjmp(back)) deep(n); return after(n); }
int main(void) { int i, s = 0; for (i = 0; i < 10; i++) s += attempt(i); printf("%d\n", s); return 0; }
