/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * run_history.h: how the cost of a scope's calls developed within one run (docs/findings.md,
 * "Growth over one run").
 *
 * A total grows faster than the number of calls if the calls become more expensive. Two reasons
 * look the same: the program works through larger and larger new data, or each call passes over
 * data that earlier calls left behind. Only the latter grows with the input, so a history says how
 * much of what a call read the call before it had accessed already.
 *
 * Memory:  free it with ordo_run_histories_free
 * Threads: pure, reentrant
 */
#ifndef ORDO_RUN_HISTORY_H
#define ORDO_RUN_HISTORY_H

#include "analysis/power_fit.h"
#include "model/run/run_scope.h"
#include "profile/profile.h"

#define ORDO_HISTORY_KEPT 0.75 /* least share for which calls pass over the same data */

enum ordo_course {
    ORDO_COURSE_NONE,   /* too few calls, none of the others, or as a logarithm rises */
    ORDO_COURSE_RISES,  /* calls become at least four times as large, until the end */
    ORDO_COURSE_FALLS,  /* the same, seen from the end of the run */
    ORDO_COURSE_STEADY, /* all calls have about the same size */
};

struct ordo_run_history {
    enum ordo_course course;
    bool undecided; /* production profiles: there were several calls, and samples do not show with
                       certainty whether they became larger and passed over the same data */
    uint64_t calls;
    uint32_t around;              /* the scope that repeats it; ORDO_SCOPE_NONE_INDEX: none */
    double first_size, last_size; /* mean sizes of the first and the last calls */
    double size;                  /* of all calls */
    double first_cost, last_cost, cost_of_call; /* the same three of their costs */
    double kept;   /* mean share of a call's size that the call before it had
                      accessed; NaN: not measured */
    double seen;   /* the same as measured by marks (engine.md), without conclusions
                      from what other code can have written; NaN: not measured */
    uint64_t even; /* calls of which later ones are not larger, and cost no more, on
                      average; 0: they are, or there are too few calls to tell */
    /* Sizes at both ends of the run in the dearest context whose calls rise or fall and are not
     * known to keep their data, if most of the cost is in such contexts; else 0. */
    double changing_first, changing_last;
    struct ordo_power_fit cost; /* rises, falls: of the total, by the number of calls */
    const struct ordo_observation *observed; /* what it was made of; belongs to the profile */
    uint64_t n_observed;
};

struct ordo_run_histories {
    struct ordo_run_history *scope; /* by scope of the profile */
};

/* A scope's history is that of its calling context with the greatest cost, in one thread, among
 * those whose calls kept their data. These must have most of the scope's cost. */
void ordo_run_histories_find(const struct ordo_profile *p, struct ordo_run_histories *out);

/* The same for the whole run of a production profile, whose calling contexts are those of samples:
 * a loop's history is that of all its executions in one process. What was kept is what was read at
 * the same addresses, whatever plain code had written there. Loops of recursive routines have
 * none, and a loop is taken to be repeated by the whole program. */
void ordo_run_histories_of_samples(const struct ordo_profile *p, const struct ordo_run_totals *t,
                                   struct ordo_run_histories *out);
void ordo_run_histories_free(struct ordo_run_histories *h);

#endif
