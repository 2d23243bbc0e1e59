/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tail_calls.c: two routines that end in calls of each other. */
#include <stdio.h>
static int data[64];
static int even(int n);
__attribute__((noinline)) static int odd(int n) { return n == 0 ? 0 : even(n - 1); }
__attribute__((noinline)) static int even(int n) { return n == 0 ? 1 : odd(n - 1); }
int main(void) { int i, s = 0; for (i = 0; i < 20; i++) s += even(i) + data[i]; printf("%d\n", s); return 0; }
