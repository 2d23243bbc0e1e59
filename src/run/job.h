/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * job.h: runs a program in the background, within limits, and waits for it.
 *
 * The program gets its own process group. When the program ends or reaches a limit, all processes
 * of the group that are still running are killed.
 *
 * Units:   milliseconds and bytes; a limit of 0 means no limit. Memory is the resident memory
 *          of all processes of the group, measured ten times a second
 * Errors:  ORDO_ENVIRONMENT if the program cannot be started or a file or folder cannot be
 *          opened
 * Threads: reentrant: any number of jobs at a time, one in each thread. SIGCHLD must not be
 *          ignored
 */
#ifndef ORDO_JOB_H
#define ORDO_JOB_H

#include "base/status.h"

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

struct ordo_job {
    char *const *argv;                   /* searched in PATH */
    char *const *environment;            /* NAME=VALUE to set, NAME to unset; or NULL */
    const char *directory;               /* working directory; NULL: unchanged */
    const char *input, *output, *errors; /* files; NULL: /dev/null */
    uint64_t timeout_ms, memory_bytes;
    const volatile sig_atomic_t *stop; /* if not NULL: kill the program when this is set */
};

struct ordo_job_result {
    int exit_status; /* -1: killed by a signal */
    int signal;      /* the signal that killed it, or 0 */
    bool timed_out, out_of_memory, stopped;
    uint64_t wall_ns;
};

/* Runs the job and waits until it has ended. */
enum ordo_status ordo_job_run(const struct ordo_job *job, struct ordo_job_result *result,
                              struct ordo_error *error);

/* Locks out fork to exec of all jobs. A thread that writes a program file must hold this lock until
 * the file is closed. Otherwise a job that is about to start may inherit the descriptor, and the
 * execution of the program fails (ETXTBSY). */
void ordo_job_lock(void);
void ordo_job_unlock(void);

#endif
