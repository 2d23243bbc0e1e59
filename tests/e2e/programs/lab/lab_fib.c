/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lab_fib.c: a recursion, called by a routine that adapts its parameters. */
#include <ordo/ordo.h>
static int fib(int n) {
    if (n < 2) return n;
    int x = fib(n - 1);
    int y = fib(n - 2);
    return x + y;
}
static int of(long *v, size_t n) { return fib((int)*v) + (int)n; }
ORDO_EXPERIMENT(of, .inputs = ordo_integer, .from = 4, .to = 4);
