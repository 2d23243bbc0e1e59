/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "cli/interruption.h"

#include <stddef.h>

volatile sig_atomic_t ordo_interruption;

static void interrupt(int signal) {
    ordo_interruption = signal;
}

void ordo_interruption_catch(sigset_t *caught) {
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
    struct sigaction action = {.sa_handler = interrupt, .sa_flags = SA_RESTART}, now;
    struct sigaction plain = {.sa_handler = SIG_DFL};
    sigemptyset(&action.sa_mask);
    sigemptyset(&plain.sa_mask);
    if (caught) sigemptyset(caught);
    sigaction(SIGCHLD, &plain, NULL); /* if it is ignored, wait gets no status */
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
        sigaction(signals[i], NULL, &now);
        if (now.sa_handler == SIG_IGN) continue;
        sigaction(signals[i], &action, NULL);
        if (caught) sigaddset(caught, signals[i]);
    }
}
