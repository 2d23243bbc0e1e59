/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * raw_clone.c WAY: children made by the system call itself (call), by clone3 (clone3), by the C
 * library's clone with a stack of its own (stack), and the same in the memory of the parent, which
 * waits (shared).
 */
#define _GNU_SOURCE
#include "../../support/programs/life.h"

#include <linux/sched.h>
#include <sched.h>
#include <sys/syscall.h>

static int routine(void *n) {
    sink += alone(*(int *)n);
    return 30 + *(int *)n;
}

static pid_t start(const char *way, int n) {
    static char stack[1 << 18] __attribute__((aligned(64)));
    pid_t p = -1;
    if (is(way, "stack")) return clone(routine, stack + sizeof stack, SIGCHLD, &n);
    if (is(way, "shared"))
        return clone(routine, stack + sizeof stack, CLONE_VM | CLONE_VFORK | SIGCHLD, &n);
    if (is(way, "call")) p = (pid_t)syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
    if (is(way, "clone3")) {
        struct clone_args arguments = {.exit_signal = SIGCHLD};
        p = (pid_t)syscall(SYS_clone3, &arguments, sizeof arguments);
    }
    if (p == 0) _exit(routine(&n));
    return p;
}

int main(int argc, char **argv) {
    if (argc < 2) return 2;
    sink += plenty();
    for (int i = 0; i < 10; i++) {
        say_end("child", wait_for(start(argv[1], i)));
        sink += work(i);
    }
    life_forks();
    say("work", plenty());
    return 0;
}
