/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * statement_tally.h: the counts of a thread, and of all threads that have ended.
 *
 * A statement has two counts: its own executions, without those that a call that did not return
 * prevented, and the work below its calls. Of a recursion, only the outermost call counts: the
 * statement's own executions below it are part of that work and are not counted again.
 */
#ifndef ORDO_ENGINE_LAB_STATEMENT_TALLY_H
#define ORDO_ENGINE_LAB_STATEMENT_TALLY_H

#include "engine/lab/run_plan.h"

/* A call that has not returned yet. */
struct olab_open_call {
    const struct olab_call *call;
    uint64_t work, own; /* the thread's work and the statement's executions at its beginning */
};

struct olab_tally {
    uint64_t **counts;   /* by module */
    uint64_t *disproved; /* by statement: executions counted that did not happen */
    uint64_t *below;     /* by statement: work below its calls */
    uint64_t *inside;    /* by statement: its own executions in that work */
    uint32_t *calls;     /* by statement: its open calls */
    struct olab_open_call *open;
    uint32_t n_max; /* capacity of `open`; __ordo_lab_depth are used */
    uint64_t work;  /* of threads that ended; a running thread's is __ordo_lab_work */
};

/* Returns the calling thread's tally, which is created if necessary, or NULL without a plan.
 * Ends the program if memory runs out. */
struct olab_tally *olab_tally_mine(void);

/* Ends open calls of the thread as calls that do not return, until `depth` are left. */
void olab_tally_unwind(struct olab_tally *t, uint32_t depth);

/* Sets all counts to 0, including those of ended threads. */
void olab_tally_clear(struct olab_tally *t);

/* Executions of a statement and the work below its calls, by this thread and by those that ended.
 */
uint64_t olab_tally_own(const struct olab_tally *t, uint64_t statement);
uint64_t olab_tally_inclusive(const struct olab_tally *t, uint64_t statement);
uint64_t olab_tally_work(void);

/* Adds the calling thread's counts to those of ended threads; the thread ends. */
void olab_tally_end(void);

#endif
