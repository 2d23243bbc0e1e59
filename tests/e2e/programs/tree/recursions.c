/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* recursions.c: recursions of one and of two routines, one with a loop around its calls. */
#include <stdio.h>
static volatile int sink;
static int odd(int n);
static int even(int n) { return n == 0 ? 1 : odd(n - 1); }
static int odd(int n) {
    for (int i = 0; i < n; i++) sink++;
    return n == 0 ? 0 : even(n - 1);
}
static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
static void tree(int depth) {
    for (int i = 0; i < depth; i++) tree(depth - 1);
}
static int never(int n) { return n == 0 ? 0 : never(n - 1); }
int main(void) {
    sink += fib(5);
    for (int i = 0; i < 3; i++) tree(i);
    sink += even(4) + odd(3) + odd(1);
    sink += never(0);
    printf("%d\n", sink);
    return 0;
}
