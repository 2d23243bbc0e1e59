/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * cpu.c WAY: the program works until its second of CPU time is used up, and is killed or handles
 * the signal.
 */
#define _GNU_SOURCE
#include "../../support/programs/life.h"

#include <sys/resource.h>

static volatile sig_atomic_t over;

static void note(int number) {
    (void)number;
    sink += alone(20);
    over++;
}

int main(int argc, char **argv) {
    struct rlimit l = {1, 10};
    if (argc < 2) return 2;
    say("work", plenty());
    if (is(argv[1], "handle")) signal(SIGXCPU, note);
    say("set", setrlimit(RLIMIT_CPU, &l));
    while (!over) sink += alone(100);
    l.rlim_cur = 10;
    say("set", setrlimit(RLIMIT_CPU, &l));
    live();
    return 0;
}
