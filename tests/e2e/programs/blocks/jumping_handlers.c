/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* jumping_handlers.c: signal handlers jump out of the middle of a block. "= N" is the number of
 * executions of a line. */
#include <setjmp.h>
#include <signal.h>
static sigjmp_buf back;
static volatile int sink;
static void handler(int number) {
    siglongjmp(back, number); // = 4
}
__attribute__((noinline)) static void half(int i) {
    if (i & 1) { // = 8
        sink++; // = 4
        raise(SIGUSR1); // = 4
    }
    if (i > 100) // = 4
        sink--; // = 0
}
int main(void) {
    signal(SIGUSR1, handler);
    for (volatile int i = 0; i < 8; i++) // = 9
        if (sigsetjmp(back, 1) == 0) // = 12
            half(i); // = 8
    return sink != 4; // = 1
}
