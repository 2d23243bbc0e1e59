/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* small_routines.c: routines that are small enough to be folded. */
#include <stdio.h>
struct point { int x, y; };
static int data[50];
static int get(int i) { return data[i]; }
static int norm(struct point p) { return p.x * p.x + p.y * p.y; }
static int both(int i) { struct point p = {get(i), i}; return norm(p); }
static int sum(int n) { int i, s = 0; for (i = 0; i < n; i++) s += both(i); return s; }
int main(void) { int i, s = 0; for (i = 0; i < 50; i++) s += sum(i); printf("%d\n", s); return 0; }
