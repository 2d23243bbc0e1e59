/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cycles.c: recursive routines and one that is not. */
static int odd(int n);
static int even(int n) { return n ? odd(n - 1) : 1; }
static int odd(int n) { return n ? even(n - 1) : 0; }
static int fact(int n) { return n ? n * fact(n - 1) : 1; }
static int twice(int n) { return 2 * n; }
int main(void) { return even(4) - fact(1) + twice(0); }
