/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * vfork.c WAY: a loop makes children by vfork that execute a command (exec) or a missing one
 * (missing), call a function of the program and end (function), are killed (killed), or are made in
 * a recursion of the parent (deep).
 */
#define _GNU_SOURCE
#include "../../support/programs/life.h"

static const char *way;

KEPT long child_work(int n) {
    long s = 0;
    for (int i = 0; i < n; i++) s += sink ^ i;
    return n ? s + child_work(n - 1) : s;
}

KEPT void child(int k) {
    if (is(way, "exec") || is(way, "deep")) execl("/bin/true", "true", (char *)NULL);
    if (is(way, "missing")) execl("/no/such/program", "true", (char *)NULL);
    if (is(way, "function")) sink += child_work(10) & 0;
    if (is(way, "killed")) raise(SIGKILL);
    _exit(40 + k);
}

KEPT void start(int k) {
    pid_t p = vfork();
    if (p == 0) child(k);
    sink += work(k);
    say_end(way, wait_for(p));
}

KEPT long deep(int n) {
    long s = work(n);
    start(n);
    return n ? s + deep(n - 1) : s;
}

int main(int argc, char **argv) {
    if (argc < 2) return 2;
    way = argv[1];
    if (is(way, "deep")) say("deep", deep(10));
    for (int i = 0; i < 20; i++) {
        pid_t p = vfork();
        if (p == 0) child(i);
        say_end(way, wait_for(p));
        sink += work(i);
        start(i);
    }
    life_forks();
    say("work", plenty());
    return 0;
}
