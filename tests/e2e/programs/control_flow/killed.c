/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* killed.c: kills itself after 500 activations of a routine. */
#include <signal.h>
#include <stdio.h>
static int data[1000];
static int work(int n) { int i, s = 0; for (i = 0; i < n; i++) s += data[i]; return s; }
static int outer(int n) { int i, s = 0; for (i = 1; i <= n; i++) s += work(i); raise(SIGKILL); return s; }
int main(void) { return outer(500); }
