/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * slurm.h: runs job arrays with Slurm's commands sbatch, squeue, scontrol and scancel.
 *
 * Shapes:  `folder` gets the output of the commands
 * Errors:  ORDO_ENVIRONMENT if a command cannot be run or fails; the message has its name and
 *          output
 * Threads: one thread for each array and folder
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
    const char *script; /* runs each task, with its number in SLURM_ARRAY_TASK_ID */
    const char *log;    /* file for its output; %a: the task's number */
    size_t n_tasks;     /* at most ORDO_SLURM_MOST_TASKS */
    size_t at_once;     /* greatest number of tasks that run at a time; 0: no limit */
    /* Limits for each task, rounded up to minutes and KiB; 0: Slurm's own. */
    uint64_t timeout_ms, memory_bytes;
    const struct ordo_words *options; /* more options of sbatch */
};

/* Submits the array and sets `id` to its id. */
enum ordo_status ordo_slurm_submit(const struct ordo_slurm_array *a, const char *folder,
                                   char id[ORDO_SLURM_TEXT], struct ordo_error *error);

/* Sets active[n_tasks]: whether each task is waiting, running or completing. */
enum ordo_status ordo_slurm_list(const char *id, const char *folder, bool *active, size_t n_tasks,
                                 struct ordo_error *error);

/* Sets `state` to Slurm's name of the task's state (COMPLETED, CANCELLED, TIMEOUT, ...), or "" if
 * it is not known. */
void ordo_slurm_state(const char *id, size_t task, const char *folder, char state[ORDO_SLURM_TEXT]);

/* Cancels the array. Ignores errors. */
void ordo_slurm_cancel(const char *id, const char *folder);

#endif
