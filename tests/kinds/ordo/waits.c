/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * waits.c WAY: works, prints a line, and waits for the end of its input (input) or for a signal,
 * which ends it (default), is handled (handled), or is ignored until the input ends (ignored).
 */
#define _GNU_SOURCE
#include "../../support/programs/work.h"

#include <signal.h>

static volatile sig_atomic_t got;

static void note(int number) {
    sink += alone(20);
    got = number;
}

int main(int argc, char **argv) {
    static const int numbers[] = {SIGINT, SIGHUP, SIGQUIT, SIGTERM, SIGUSR1};
    char one;
    if (argc < 2) return 2;
    for (int i = 0; i < 5; i++) {
        if (is(argv[1], "default")) signal(numbers[i], SIG_DFL);
        if (is(argv[1], "ignored")) signal(numbers[i], SIG_IGN);
        struct sigaction action = {.sa_handler = note};
        if (is(argv[1], "handled")) sigaction(numbers[i], &action, NULL);
    }
    say("ready", plenty());
    if (is(argv[1], "input") || is(argv[1], "ignored"))
        while (read(0, &one, 1) > 0) sink += plenty();
    else
        while (!got) usleep(1000);
    say("got", got);
    say("work", plenty());
    return 20 + got;
}
