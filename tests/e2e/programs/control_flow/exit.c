/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* exit.c: exit in a callee, with a routine that runs at exit. */
#include <stdio.h>
#include <stdlib.h>
static int count;
static void bye(void) { printf("bye %d\n", count); }
static void leaf(int n) { count += n; if (n == 3) exit(9); }
static void middle(int n) { int i; for (i = 0; i <= n; i++) leaf(i); }
int main(void) { atexit(bye); middle(10); return 0; }
