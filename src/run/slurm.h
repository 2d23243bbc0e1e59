/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * slurm.h: job arrays of the batch system Slurm, by its commands sbatch, squeue, scontrol, scancel.
 *
 * Errors:  ORDO_ENVIRONMENT: a command cannot be run or fails; names it, with what it said
 * Threads: one array, one thread; `folder`, for what the commands print, is one thread's
 * Source:  sbatch(1), squeue(1), scontrol(1), scancel(1) of Slurm 22.05
 */
#ifndef ORDO_SLURM_H
#define ORDO_SLURM_H

#include "base/status.h"
#include "base/words.h"

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { ORDO_SLURM_MOST_TASKS = 1000, ORDO_SLURM_TEXT = 64 };

struct ordo_slurm_array {
    const char *script; /* run for each task, with its number in SLURM_ARRAY_TASK_ID */
    const char *log;    /* where it writes to; %a: the task's number */
    size_t n_tasks;     /* at most ORDO_SLURM_MOST_TASKS */
    size_t at_once;     /* 0: as many as the batch system sees fit */
    uint64_t timeout_ms,
        memory_bytes; /* for each task; 0: the batch system's. It counts in minutes */
    const struct ordo_words *options; /* more ones, of sbatch */
};

/* Submits; id: of the array. */
enum ordo_status ordo_slurm_submit(const struct ordo_slurm_array *a, const char *folder,
                                   char id[ORDO_SLURM_TEXT], struct ordo_error *error);

/* active[n_tasks]: the task waits, runs, or has not quite ended. */
enum ordo_status ordo_slurm_list(const char *id, const char *folder, bool *active, size_t n_tasks,
                                 struct ordo_error *error);

/* In Slurm's word (COMPLETED, CANCELLED, TIMEOUT, ...), "" if it knows no more. */
void ordo_slurm_state(const char *id, size_t task, const char *folder, char state[ORDO_SLURM_TEXT]);

void ordo_slurm_cancel(const char *id, const char *folder);

#endif
