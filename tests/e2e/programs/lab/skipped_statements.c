/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* skipped_statements.c: longjmp skips statements. */
#include <ordo/ordo.h>
#include <setjmp.h>
static jmp_buf out;
static void deep(long n) { if (n == 0) longjmp(out, 1); deep(n - 1); n++; n++; }
static long f(long *p, size_t n) {
    long r = 0;
    if (setjmp(out) == 0) { deep(*p); r = 5; } else return 7 + (long)n;
    return r;
}
ORDO_EXPERIMENT(f, .inputs = ordo_integer, .from = 3, .to = 3);
