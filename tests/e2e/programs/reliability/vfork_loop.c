/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * vfork_loop.c: starts commands by vfork in a loop, as make does. The children run routines and loops of the
 * program before exec, or end without exec. work() runs 20 times in the parent.
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile long sink;

__attribute__((noinline)) static long work(int n) {
    long s = 0;
    for (int i = 0; i < n; i++) s += sink ^ i;
    return s;
}

__attribute__((noinline)) static void child(int k) {
    for (int i = 0; i < 5; i++) sink += work(3);
    if (k % 3) execl(k % 3 == 1 ? "/bin/true" : "/no/such/program", "true", (char *)NULL);
    _exit(k % 3 ? 126 : 7);
}

int main(void) {
    for (int i = 0; i < 20; i++) {
        int status = 0;
        pid_t p = vfork();
        if (p == 0) child(i);
        waitpid(p, &status, 0);
        printf("%d ", WEXITSTATUS(status));
        sink += work(1000);
    }
    puts("done");
    return 0;
}
