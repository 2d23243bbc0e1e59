/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* computed_goto.c: an interpreter with computed goto, and setjmp that returns seven times. "= N" is
 * the number of executions of a line. */
#include <setjmp.h>
static jmp_buf back;
static volatile int sink;
static void deep(int n) {
    if (n == 0) // = 36
        longjmp(back, 1); // = 6
    deep(n - 1); // = 30
    sink++; // = 0
}
static int run(const unsigned char *code) {
    static void *const to[] = {&&inc, &&dec, &&again, &&end};
    int x = 0, loops = 3; // = 1
    goto *to[*code]; // = 1
inc:
    x++; // = 8
    goto *to[*++code]; // = 8
dec:
    x--; // = 4
    goto *to[*++code]; // = 4
again:
    if (loops-- > 0) // = 4
        code -= 4; // = 3
    goto *to[*++code]; // = 4
end:
    return x; // = 1
}
int main(void) {
    volatile int times = 0;
    switch (setjmp(back)) { // = 7
    case 0:
        sink = 7; // = 1
        break; // = 1
    default:
        sink = 8; // = 6
    }
    if (times++ < 6) // = 7
        deep(5); // = 6
    return run((const unsigned char[]){0, 1, 0, 2, 3}) != 4; // = 1
}
