/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * lab_session.h: runs the experiments of a program of the laboratory, size by size.
 *
 * Every size is a process of its own, so that what a function leaves behind is not the next size's,
 * and a crash costs that size only. An experiment ends at its first size that fails. Inputs depend
 * on the seed, the size and the repetition alone.
 *
 * Errors:  ORDO_BAD_INPUT: the source declares nothing that can be run, or what it declares cannot
 *          be; ORDO_ENVIRONMENT
 * Memory:  the session owns all that it gives; ended by ordo_lab_session_close (NULL allowed)
 * Threads: one session, one thread at a time
 */
#ifndef ORDO_LAB_SESSION_H
#define ORDO_LAB_SESSION_H

#include "lab/lab_build.h"

#include <signal.h>

struct ordo_lab_settings {
    uint64_t seed;
    uint64_t timeout_ms, memory_bytes; /* of a size, all its repetitions together; 0: none */
    char *const *arguments;            /* of the program, NULL-terminated; without its name */
    const volatile sig_atomic_t *stop; /* becomes not 0: no more is run; NULL: never */
};

struct ordo_lab_session;

/* Finds what there is to run. scratch: a folder for results; all pointers are borrowed until the
 * session is closed. */
enum ordo_status ordo_lab_session_open(struct ordo_arena *arena,
                                       const struct ordo_lab_program *program,
                                       const struct ordo_lab_settings *settings,
                                       const char *scratch, struct ordo_lab_session **out,
                                       struct ordo_error *error);

/* Sizes to run in all, and those that are done or will not be. */
void ordo_lab_session_progress(const struct ordo_lab_session *s, size_t *done, size_t *total);

/* The experiment whose turn it is; NULL when there is none. */
const struct ordo_lab_experiment *ordo_lab_session_current(const struct ordo_lab_session *s);

/* Runs the next size. What goes wrong in the program is in its experiment, not in the status. */
enum ordo_status ordo_lab_session_step(struct ordo_lab_session *s, struct ordo_error *error);

/* The laboratory, with models of what was counted. */
enum ordo_status ordo_lab_session_finish(struct ordo_lab_session *s, const struct ordo_lab **out,
                                         struct ordo_error *error);

void ordo_lab_session_close(struct ordo_lab_session *s);

#endif
