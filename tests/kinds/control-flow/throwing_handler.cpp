/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * throwing_handler.cpp: a signal handler throws, and the interrupted code catches the exception, in
 * loops and recursions.
 */
#include "../../support/programs/life.h"

#include <stdexcept>

static int (*volatile send)(int) = raise;

static void handler(int number) {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, number);
    sigprocmask(SIG_UNBLOCK, &set, nullptr);
    sink = sink + alone(20);
    throw number;
}

KEPT long deep(int n) {
    long s = work(n);
    if (n == 0) send(SIGUSR2);
    return n ? s + deep(n - 1) : s;
}

int main() {
    signal(SIGUSR2, handler);
    for (int i = 0; i < 30; i++) try {
            for (int k = 0; k < 3; k++) sink = sink + deep(i);
        } catch (int number) {
            say("caught", number);
            sink = sink + work(i);
        }
    live();
    return 0;
}
