/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* interpreter.c: an interpreter with computed goto: labels in a table, in a variable, and as
 * distances. A loop in one of its instructions, and calls of itself. */
#include <stdio.h>
#include <stdlib.h>
enum { STOP, PUSH, ADD, DUP, LESS, JUMP_IF, SUM, CALL, BACK };
static int data[64];
static long calls;
static long interpret(const unsigned char *code, const unsigned char *pc, long *top) {
    static const void *const labels[] = {&&stop, &&push, &&add, &&dup, &&less,
                                         &&jump_if, &&sum, &&call, &&stop};
    static const int distances[] = {0, &&once - &&twice};
    const void *special = &&twice;
    goto *labels[*pc++];
push:
    *top++ = *pc++;
    goto *labels[*pc++];
add:
    top--;
    top[-1] += *top;
    goto *labels[*pc++];
dup:
    *top = top[-1];
    top++;
    goto *labels[*pc++];
less:
    top--;
    top[-1] = top[-1] < *top;
    goto *labels[*pc++];
jump_if:
    if (*--top)
        pc = code + *pc;
    else
        pc++;
    goto *labels[*pc++];
sum: {
    int n = 1 + (int)(top[-1] & 31);
    long s = 1;
    for (int i = 0; i < n; i++) s += data[i];
    top[-1] += s;
    goto *(const void *)((const char *)special + distances[s % 2]);
}
twice:
    calls++;
once:
    calls++;
    goto *labels[*pc++];
call:
    *top = interpret(code, code + *pc, top);
    top++;
    pc++;
    goto *labels[*pc++];
stop:
    return top[-1];
}
int main(int argc, char **argv) {
    long h = 0;
    for (int i = 0; i < 64; i++) data[i] = i % 3 == 1;
    for (int k = 1; k < atoi(argv[argc - 1]); k++) {
        unsigned char code[] = {PUSH, 0, SUM, DUP, PUSH, (unsigned char)k, LESS, JUMP_IF, 2,
                                CALL, 12, ADD, PUSH, 9, DUP, ADD, BACK};
        long stack[32];
        stack[0] = 0;
        h = h * 31 + interpret(code, code, stack + 1);
    }
    printf("%ld %ld\n", h, calls);
    return 0;
}
