/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * An instruction of AVX-512, which Valgrind does not know; with an argument, tried as programs try
 * what a processor can do.
 */
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

static sigjmp_buf before;

static void handler(int number) {
    (void)number;
    siglongjmp(before, 1);
}

int main(int argc, char **argv) {
    (void)argv;
    if (argc > 1) signal(SIGILL, handler);
    if (!sigsetjmp(before, 1)) __asm__ volatile(".byte 0x62, 0xf1, 0x7c, 0x48, 0x58, 0xc0");
    puts("done");
    return 0;
}
