/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * launch.h: runs a program in the foreground and waits for it.
 *
 * The program keeps this process's terminal, process group, standard streams and ignored signals.
 * While it runs, signals that another process sends to this process (INT, QUIT, TERM, HUP, USR1,
 * USR2) are passed to it. Signals that the terminal sends to the whole group have no effect here,
 * because the program gets them anyway. Stop (TSTP) and continue work on both processes, as shells
 * expect; this process stops last.
 *
 * Errors:  ORDO_ENVIRONMENT if the program cannot be started; result->exec_errno is the reason (0:
 *          fork failed)
 * Threads: one launch at a time in a process
 */
#ifndef ORDO_LAUNCH_H
#define ORDO_LAUNCH_H

#include "base/status.h"
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct ordo_launch_result {
    pid_t pid;
    int exec_errno;            /* of execvp, if the program could not be started */
    int exit_status;           /* -1: killed by a signal */
    int signal;                /* the signal that killed it, or 0 */
    uint64_t start_ns, end_ns; /* CLOCK_REALTIME */
};

enum {
    ORDO_LAUNCH_STOPS_BY_FORCE = 1, /* the program ignores SIGTSTP: send SIGSTOP instead */
    ORDO_LAUNCH_FINISHES = 2, /* after a signal that asked to end, this process ignores SIGINT,
                                 SIGTERM and SIGHUP, to save what the program left */
};

/* Runs argv (NULL-terminated, searched in PATH). environment: NAME=VALUE to set and NAME to unset,
 * NULL-terminated, or NULL. how: the flags above. */
enum ordo_status ordo_launch(char *const *argv, char *const *environment, unsigned how,
                             struct ordo_launch_result *result, struct ordo_error *error);

/* Returns whether the program that was launched last was asked to end by a signal. */
bool ordo_launch_was_interrupted(void);

/* Returns the errno that shells report if execvp failed with exec_errno: ENOENT instead of EACCES
 * if no folder of PATH has the program and one of them cannot be searched. */
int ordo_launch_why(const char *program, int exec_errno);

#endif
