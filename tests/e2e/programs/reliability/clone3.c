/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * clone3.c: clone3 with arguments that cannot be read, and with valid ones.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <linux/sched.h>
#include <signal.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
    struct clone_args good = {.exit_signal = SIGCHLD};
    int status = 0;
    for (long bad = 0; bad < 3; bad++) {
        errno = 0;
        long r = syscall(SYS_clone3, bad, sizeof good);
        printf("%ld %d\n", r, errno);
    }
    fflush(stdout);
    long child = syscall(SYS_clone3, &good, sizeof good);
    if (child == 0) _exit(3);
    waitpid((pid_t)child, &status, 0);
    printf("child: %d\n", WEXITSTATUS(status));
    return 0;
}
