/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* noreturn.c: calls that never return skip statements. */
#include <ordo/ordo.h>
#include <setjmp.h>
static jmp_buf out;
static __attribute__((noreturn)) void leave(void) { longjmp(out, 1); }
static __attribute__((noinline)) int perhaps(long n) { if (n) leave(); return 1; }
static int f(long *p, size_t n) {
    if (setjmp(out)) return (int)n;
    for (int i = 0; i < 3; i++) { if (perhaps(*p)) { leave(); return 2; } }
    return 3;
}
ORDO_EXPERIMENT(f, .inputs = ordo_integer, .from = 0, .to = 2, .step = 2);
