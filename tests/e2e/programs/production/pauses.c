/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* pauses.c: executes a loop 2,000 times and then waits to be killed. */
#include <stdio.h>
#include <unistd.h>
static volatile long sink;
static void work(int n) { for (int i = 0; i < n; i++) sink += i; }
int main(void) {
    for (int i = 0; i < 2000; i++) work(10 + i % 50);
    puts("worked");
    fflush(stdout);
    for (;;) pause();
}
