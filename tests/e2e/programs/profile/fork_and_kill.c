/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* fork_and_kill.c: a forked child, and a parent that kills itself in a loop. */
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>
static volatile int sink;
static void work(int n) {
    for (int i = 0; i < n; i++) sink += i;
}
static void forever(void) {
    for (;;) {
        work(10);
        if (sink < 0 || sink > 1000000) raise(SIGKILL);
    }
}
int main(void) {
    work(3);
    if (!fork()) {
        work(5);
        _exit(0);
    }
    wait(NULL);
    forever();
}
