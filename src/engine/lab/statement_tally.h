/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * statement_tally.h: what a thread has counted, and what all threads that ended have.
 *
 * A statement's counts are its own executions, less those that a call which did not return kept
 * from happening; and the work below the calls that it made, of a recursion the outermost one's:
 * its own executions down there are part of that work and are not counted once more.
 */
#ifndef ORDO_ENGINE_LAB_STATEMENT_TALLY_H
#define ORDO_ENGINE_LAB_STATEMENT_TALLY_H

#include "engine/lab/run_plan.h"

/* A call that has not returned. */
struct olab_open_call {
    const struct olab_call *call;
    uint64_t work, own; /* the thread's work and the statement's executions when it began */
};

struct olab_tally {
    uint64_t **counts;   /* by module */
    uint64_t *disproved; /* by statement: executions that counters tell and that did not happen */
    uint64_t *below;     /* by statement: work in its calls */
    uint64_t *inside;    /* by statement: its own executions in that */
    uint32_t *calls;     /* by statement: its calls that are open */
    struct olab_open_call *open;
    uint32_t n_max; /* room in `open`; how many are: __ordo_lab_depth */
    uint64_t work;  /* of threads that ended; a thread's own is __ordo_lab_work */
};

/* Of the calling thread; made when it has none; NULL without a plan. Never fails: out of memory
 * ends the program. */
struct olab_tally *olab_tally_mine(void);

/* Ends the thread's open calls as calls that do not return, down to `depth` of them. */
void olab_tally_unwind(struct olab_tally *t, uint32_t depth);

/* Sets all to 0, those of ended threads too. */
void olab_tally_clear(struct olab_tally *t);

/* Executions of a statement and the work below its calls, by this thread and by those that ended.
 */
uint64_t olab_tally_own(const struct olab_tally *t, uint64_t statement);
uint64_t olab_tally_inclusive(const struct olab_tally *t, uint64_t statement);
uint64_t olab_tally_work(void);

/* The calling thread ends: what it counted goes to the ended threads'. */
void olab_tally_end(void);

#endif
