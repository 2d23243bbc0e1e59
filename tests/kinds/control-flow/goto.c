/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * goto.c: an interpreter with computed goto, and jumps out of asm goto.
 */
#include "../../support/programs/work.h"

KEPT long interpret(const unsigned char *code, int n) {
    static const void *const labels[] = {&&push, &&add, &&twice, &&loop, &&call, &&end};
    long stack[64] = {0}, s = 0;
    int top = 0, at = 0, left = n;
#define GO_ON goto *labels[code[at++]]
    GO_ON;
push:
    stack[top++ & 63] = left;
    GO_ON;
add:
    s += stack[--top & 63];
    GO_ON;
twice:
    stack[(top - 1) & 63] *= 2;
    GO_ON;
loop:
    if (--left > 0) at = 0;
    GO_ON;
call:
    s += sum((const int *)(const void *)stack, 32) + fibonacci(left % 7);
    GO_ON;
end:
    return s;
}

KEPT long by_asm(int n) {
    long s = 0;
    for (int i = 0; i < n; i++) {
        __asm__ goto("test $1, %0\n\tjnz %l1\n\ttest $2, %0\n\tjnz %l2"
                     :
                     : "r"(i)
                     : "cc"
                     : odd, two);
        s += work(i % 10);
        continue;
    odd:
        s += fibonacci(i % 10);
        continue;
    two:
        for (int j = 0; j < i; j++) s += j;
    }
    return s;
}

int main(void) {
    static const unsigned char code[] = {0, 2, 1, 0, 4, 1, 3, 5};
    for (int i = 0; i < 50; i++) say("interpreted", interpret(code, i));
    for (int i = 0; i < 50; i++) say("by asm", by_asm(i));
    return 0;
}
