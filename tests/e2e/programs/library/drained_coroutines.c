/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* drained_coroutines.c: a coroutine of ucontext that measures texts of growing length, made and
 * drained again and again. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>
static ucontext_t back, there;
static int value, done, limit;
int measure(const char *s) { return (int)strlen(s); }
void yield(int v) {
    value = v;
    swapcontext(&there, &back);
}
void produce(void) {
    char s[64];
    for (int i = 1; i <= limit; i++) {
        memset(s, 'x', i);
        s[i] = 0;
        yield(measure(s));
    }
    done = 1;
}
int resume(void) {
    swapcontext(&back, &there);
    return value;
}
int drain(int n) {
    int t = 0;
    char *stack = malloc(65536);
    limit = n, done = 0;
    getcontext(&there);
    there.uc_stack.ss_sp = stack;
    there.uc_stack.ss_size = 65536;
    there.uc_link = &back;
    makecontext(&there, produce, 0);
    for (resume(); !done; resume()) t += value;
    free(stack);
    return t;
}
int main(void) {
    int t = 0;
    for (int round = 0; round < 20; round++)
        for (int n = 0; n < 20; n++) t += drain(n);
    printf("%d\n", t);
    return 0;
}
