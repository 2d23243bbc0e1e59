/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * lab_session.h: runs the experiments of a program of the laboratory, size by size.
 *
 * Every size runs in a process of its own. So a function leaves nothing behind for the next size,
 * and a crash costs only that size. An experiment ends at its first size that fails. Inputs depend
 * only on the seed, the size and the number of the repetition.
 *
 * Errors:  ORDO_BAD_INPUT if the source declares nothing that can be run, or a declaration is
 *          invalid; ORDO_ENVIRONMENT
 * Memory:  the session owns what it returns; free it by ordo_lab_session_close (NULL is allowed)
 * Threads: one thread at a time per session
 */
#ifndef ORDO_LAB_SESSION_H
#define ORDO_LAB_SESSION_H

#include "lab/lab_build.h"

#include <signal.h>

struct ordo_lab_run_settings {
    uint64_t seed;
    uint64_t timeout_ms, memory_bytes; /* for a size, all its repetitions together; 0: no limit */
    char *const *arguments;            /* of the program, NULL-terminated, without its name */
    const volatile sig_atomic_t *stop; /* nothing more is run once it is not 0; NULL: never */
};

struct ordo_lab_session;

/* Finds what can be run. scratch: a folder for results. All pointers are borrowed until the session
 * is closed. */
enum ordo_status ordo_lab_session_open(struct ordo_arena *arena,
                                       const struct ordo_lab_program *program,
                                       const struct ordo_lab_run_settings *settings,
                                       const char *scratch, struct ordo_lab_session **out,
                                       struct ordo_error *error);

/* *total: number of sizes to run; *done: those that were run or will not be. */
void ordo_lab_session_progress(const struct ordo_lab_session *s, size_t *done, size_t *total);

/* Returns the experiment to run next, or NULL. */
const struct ordo_lab_experiment *ordo_lab_session_current(const struct ordo_lab_session *s);

/* Runs the next size. A failure of the program is in its experiment, not in the status. */
enum ordo_status ordo_lab_session_step(struct ordo_lab_session *s, struct ordo_error *error);

/* Returns the laboratory, with models of the counts. */
const struct ordo_lab *ordo_lab_session_finish(struct ordo_lab_session *s);

void ordo_lab_session_close(struct ordo_lab_session *s);

#endif
