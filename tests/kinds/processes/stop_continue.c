/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * stop_continue.c: a child stops itself, and is stopped anywhere; it continues each time.
 */
#define _GNU_SOURCE
#include "../../support/programs/work.h"

#include <signal.h>

static volatile sig_atomic_t continued;
static int ends[2];

static void tell(int number) {
    (void)number;
    sink += alone(10);
    continued++;
    if (write(ends[1], "c", 1) != 1) _exit(90);
}

KEPT void child(void) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = tell;
    action.sa_flags = SA_RESTART;
    sigaction(SIGCONT, &action, NULL);
    raise(SIGSTOP);
    while (continued < 11) sink += plenty();
    exit(12);
}

int main(void) {
    int status;
    char one;
    if (pipe(ends) != 0) return 1;
    sink += plenty();
    pid_t p = fork();
    if (p == 0) child();
    waitpid(p, &status, WUNTRACED);
    say("stopped by", WIFSTOPPED(status) ? WSTOPSIG(status) : -1);
    kill(p, SIGCONT);
    if (read(ends[0], &one, 1) != 1) return 1;
    for (int i = 0; i < 10; i++) {
        kill(p, SIGSTOP);
        waitpid(p, &status, WUNTRACED);
        sink += work(i);
        kill(p, SIGCONT);
        if (read(ends[0], &one, 1) != 1) return 1;
    }
    say_end("child", wait_for(p));
    say("work", plenty());
    return 0;
}
