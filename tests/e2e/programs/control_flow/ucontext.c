/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* ucontext.c: switches between two stacks by swapcontext. */
#include <stdio.h>
#include <ucontext.h>
static ucontext_t home, other;
static char stack[65536];
static int work(int n) { int i, s = 0; for (i = 0; i < n; i++) s += i; return s; }
static void routine(void) { int i; for (i = 0; i < 10; i++) { work(i); swapcontext(&other, &home); } }
int main(void) {
    int i;
    getcontext(&other);
    other.uc_stack.ss_sp = stack; other.uc_stack.ss_size = sizeof stack; other.uc_link = &home;
    makecontext(&other, routine, 0);
    for (i = 0; i < 10; i++) { work(100 + i); swapcontext(&home, &other); }
    puts("done");
    return 0;
}
