/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* never_returns.c: recursions that call a routine that never returns, which may call the recursion
 * again. */
#include <setjmp.h>
#include <stdio.h>
static jmp_buf out;
static volatile int depth, sink;
static int build(int n);
static void fail(int n) {
    depth = depth + 1;
    if (depth < 3) sink += build(n);
    longjmp(out, 1);
}
static int build(int n) {
    sink++;
    if (n == 0) fail(3);
    return build(n - 1) + n;
}
static int length(int n) {
    if (n < 0) fail(1);
    return n ? 1 + length(n - 1) : 0;
}
int main(void) {
    for (volatile int k = 0; k < 10; k++) sink += length(k);
    for (volatile int k = 0; k < 10; k++) {
        depth = 0;
        if (!setjmp(out)) sink += build(5);
    }
    return 0;
}
