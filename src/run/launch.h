/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * launch.h: runs a program in the foreground and outlives it.
 *
 * The program keeps this process's terminal, process group, standard streams and ignored signals.
 * While it runs, a signal that another process sends here (INT, QUIT, TERM, HUP, USR1, USR2) goes
 * on to it; one that the terminal sends to the whole group has reached it anyway and does nothing
 * here. Stop (TSTP) and continue work on both, as the shell expects; this process stops last.
 *
 * Errors:  ORDO_ENVIRONMENT: it could not be started; result->exec_errno is why (0: fork failed)
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
    int exec_errno;            /* of execvp, when the program could not be started */
    int exit_status;           /* -1: killed by a signal */
    int signal;                /* that killed it, 0: none */
    uint64_t start_ns, end_ns; /* CLOCK_REALTIME */
};

/* argv: the command, NULL-terminated, searched in PATH. environment: NAME=VALUE strings to set and
 * plain NAMEs to take out, NULL-terminated, or NULL. stops_by_force: it does not obey SIGTSTP, and
 * gets SIGSTOP instead. */
enum ordo_status ordo_launch(char *const *argv, char *const *environment, bool stops_by_force,
                             struct ordo_launch_result *result, struct ordo_error *error);

/* Why execvp failed: EACCES from a folder of PATH that cannot be searched, while no folder has the
 * program, is ENOENT, as shells see it. */
int ordo_launch_why(const char *program, int exec_errno);

#endif
