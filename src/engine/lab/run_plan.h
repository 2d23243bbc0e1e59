/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * run_plan.h: the plan of a run (abi/lab_protocol.h): which counters a statement has, and which
 * statement contains a call.
 *
 * Memory:  lives as long as the program
 * Threads: read-only after it is read
 */
#ifndef ORDO_ENGINE_LAB_RUN_PLAN_H
#define ORDO_ENGINE_LAB_RUN_PLAN_H

#include "abi/lab_protocol.h"

#include <stdbool.h>

struct olab_list {
    const uint64_t *v;
    uint64_t n;
};

struct olab_call {
    uint64_t statement; /* or ORDO_LAB_NOWHERE */
    struct olab_list
        believed; /* statements that counters count as run after it, whether or not it returns */
};

struct olab_plan {
    struct ordo_lab_module **modules; /* in the plan's order */
    uint64_t n_modules, n_counters, n_calls, n_statements;
    struct olab_call *calls;     /* by module's first_call and the call's number in it */
    struct olab_list *counters;  /* by statement: as in the plan */
    uint32_t *module_of_counter; /* by counter of the plan */
};

/* The program's plan, or NULL if none was read. */
extern struct olab_plan *olab_plan;

/* All modules that have been added, in no particular order. */
extern struct ordo_lab_module *olab_modules;

/* Reads the file and gives the modules their weights. Returns false, with a line in *why
 * (static), if it cannot be read or belongs to another program. */
bool olab_plan_read(const char *path, const char **why);

#endif
