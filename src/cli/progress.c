/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * progress.c: overwrites one line, at most ten times a second. The clock starts with the first
 * call.
 */
#include "cli/progress.h"
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

enum { QUIET_MS = 1000, STEP_MS = 100 };

static uint64_t start_ms, shown_ms;

static uint64_t now_ms(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000 + (uint64_t)t.tv_nsec / 1000000;
}

void ordo_progress_show(const char *what, size_t done, size_t total) {
    uint64_t now = now_ms();
    if (!start_ms) start_ms = now;
    if (now - start_ms < QUIET_MS || now - shown_ms < STEP_MS || !isatty(STDERR_FILENO)) return;
    shown_ms = now;
    fprintf(stderr, "\r\033[K%zu/%zu %.60s", done, total, what);
    fflush(stderr);
}

void ordo_progress_clear(void) {
    if (shown_ms) fprintf(stderr, "\r\033[K");
    shown_ms = 0;
}
