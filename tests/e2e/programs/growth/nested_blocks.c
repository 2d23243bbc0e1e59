/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * nested_blocks.c: parses routines. Longer ones have deeper blocks, with more and longer statements. Each character is
 * read once.
 */
#include <stdio.h>
#include <stdlib.h>

static const char *at;

__attribute__((noinline)) static long statement(void) {
    long n = 0;
    while (*at++ != ';') n++;
    return n;
}

static long block(void) {
    long n = 0;
    for (at++; *at != '}';) n += *at == '{' ? block() : statement();
    at++;
    return n;
}

static char *put(char *to, int levels) {
    for (int i = 0; i < levels; i++) {
        *to++ = '{';
        for (int k = 0; k < levels; k++) {
            for (int c = 0; c < levels; c++) *to++ = 'x';
            *to++ = ';';
        }
    }
    for (int i = 0; i < levels; i++) *to++ = '}';
    return to;
}

int main(void) {
    static char text[100000];
    long n = 0;
    for (int round = 0; round < 30; round++)
        for (int levels = 4; levels <= 40; levels += 1 + round % 3) {
            *put(text, levels) = 0;
            at = text;
            n += block();
        }
    printf("%ld\n", n);
    return 0;
}
