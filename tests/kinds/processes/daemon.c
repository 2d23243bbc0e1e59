/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * daemon.c: a daemon made by two forks continues after its parents have ended, and answers through
 * a pipe.
 */
#define _GNU_SOURCE
#include "../../support/programs/work.h"

#include <sys/stat.h>

KEPT void be_daemon(int answer) {
    char text[100];
    if (chdir("/") != 0) _exit(90);
    umask(077);
    while (getppid() != 1) usleep(1000);
    for (int i = 0; i < 10; i++) sink += plenty();
    int n = snprintf(text, sizeof text, "daemon %ld\n", work(50));
    if (write(answer, text, (size_t)n) != n) _exit(91);
    exit(0);
}

int main(void) {
    int ends[2];
    char text[100] = "";
    if (pipe(ends) != 0) return 1;
    sink += plenty();
    pid_t p = fork();
    if (p == 0) {
        close(ends[0]);
        setsid();
        sink += plenty();
        if (fork() == 0) be_daemon(ends[1]);
        _exit(2);
    }
    close(ends[1]);
    say_end("first child", wait_for(p));
    sink += plenty();
    while (read(ends[0], text, sizeof text - 1) > 0) fputs(text, stdout);
    say("work", plenty());
    return 0;
}
