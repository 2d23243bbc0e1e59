/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * odd_instruction.c [ANY]: executes an AVX-512 instruction, which Valgrind does not know. With an argument it catches
 * SIGILL, as programs do that test what a processor supports.
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
