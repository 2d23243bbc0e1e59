/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* gcov_two.cc: longjmp, and the inline routine of gcov_shared.h. */
#include "gcov_shared.h"
#include <setjmp.h>
static jmp_buf back;
static void leap(int n) { if (n & 1) longjmp(back, n); }
int two(int n) {
    volatile int seen = 0;
    if (setjmp(back) == 0) leap(n);
    else seen = 1;
    return shared(n) + seen;
}
