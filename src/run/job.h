/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * job.h: runs a program in the background, within limits, and waits for it.
 *
 * The program gets a process group of its own. Whatever of the group still runs when the program
 * has ended, or when a limit is reached, is killed.
 *
 * Units:   milliseconds, bytes; limits of 0 are none. Memory is what is resident, of all processes
 *          of the group together, looked at ten times a second
 * Errors:  ORDO_ENVIRONMENT: it could not be started, or a file or folder of the job not be opened
 * Threads: reentrant: any number of jobs at a time, one a thread. SIGCHLD must not be ignored
 */
#ifndef ORDO_JOB_H
#define ORDO_JOB_H

#include "base/status.h"

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

struct ordo_job {
    char *const *argv;                   /* searched in PATH */
    char *const *environment;            /* NAME=VALUE to set, plain NAME to take out; or NULL */
    const char *directory;               /* to run in; NULL: this one */
    const char *input, *output, *errors; /* files; NULL: /dev/null */
    uint64_t timeout_ms, memory_bytes;
    const volatile sig_atomic_t *stop; /* becomes not 0: kill it; NULL: never */
};

struct ordo_job_result {
    int exit_status; /* -1: killed */
    int signal;      /* that killed it, 0: none */
    bool timed_out, out_of_memory, stopped;
    uint64_t wall_ns;
};

enum ordo_status ordo_job_run(const struct ordo_job *job, struct ordo_job_result *result,
                              struct ordo_error *error);

/* While this is held, no job is between its fork and its exec. A program that is written to a file
 * must be written and closed meanwhile: the descriptor, inherited by a job that is about to start,
 * would make the program's execution fail (ETXTBSY). */
void ordo_job_lock(void);
void ordo_job_unlock(void);

#endif
