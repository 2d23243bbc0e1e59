/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* exits_of_loops.c: loops left by continue, break, goto, return and longjmp. */
#include <setjmp.h>
#include <stdio.h>
static volatile int sink;
static jmp_buf back;
static int leave_by_return(int n) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            if (i == 2 && j == 1) return i;
    return 0;
}
static void jump_out(int n) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            sink++;
            if (i == 1 && j == 2) longjmp(back, 1);
        }
}
int main(void) {
    for (int i = 0; i < 10; i++) {
        if (i % 2) continue;
        if (i == 8) break;
        sink++;
    }
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++)
            for (int k = 0; k < 4; k++) {
                sink++;
                if (i == 1 && j == 1 && k == 2) goto out;
            }
out:
    sink += leave_by_return(5);
    for (int i = 0; i < 3; i++)
        if (!setjmp(back)) jump_out(4);
    printf("%d\n", sink);
    return 0;
}
