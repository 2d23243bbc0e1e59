/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* leaves.c: routines left by longjmp and by a tail call. */
#include <setjmp.h>
#include <stdlib.h>
static jmp_buf top;
__attribute__((noinline)) void out(int n) { if (n > 2) longjmp(top, 1); __asm__ volatile(""); }
__attribute__((noinline)) void through(int n) { out(n); out(n + 1); __asm__ volatile(""); }
__attribute__((noinline)) int last(int n) { __asm__ volatile(""); return n + 1; }
__attribute__((noinline)) int first(int n) { __asm__ volatile(""); return last(n); }
__attribute__((noinline)) int after(int n) { __asm__ volatile(""); return n; }
int main(void) {
    int r = 0;
    for (volatile int i = 0; i < 10; i++) {
        if (!setjmp(top)) through(i);
        r += first(i) + after(i);
    }
    return r != 100;
}
