/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * vfork_first.c: the first loop that the process runs is in a vfork's child. Then the loop in work() is executed 100
 * times with 1,000 iterations each.
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile long sink;

__attribute__((noinline)) static long work(int n) {
    long s = 0;
    for (int i = 0; i < n; i++) s += sink;
    return s;
}

__attribute__((noinline)) static void child(int most) {
    for (int i = 3; i < most; i++) close(i);
    execl("/bin/true", "true", (char *)NULL);
    _exit(126);
}

int main(int argc, char **argv) {
    int status;
    (void)argv;
    pid_t p = vfork();
    if (p == 0) child(63 + argc);
    waitpid(p, &status, 0);
    for (int i = 0; i < 100; i++) sink += work(1000);
    puts("done");
    return 0;
}
