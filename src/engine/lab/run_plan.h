/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * run_plan.h: the plan of a run (abi/lab_protocol.h), read once: which counters a statement has,
 * which statement a call stands in.
 *
 * Memory:  lives as long as the program
 * Threads: read-only once open
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
        believed; /* statements that counters tell to run behind it, if it returns or not */
};

struct olab_plan {
    struct ordo_lab_module **modules; /* in the plan's order */
    uint64_t n_modules, n_counters, n_calls, n_statements;
    struct olab_call *calls;     /* by module's first_call and the call's number in it */
    struct olab_list *counters;  /* by statement: as in the plan */
    uint32_t *module_of_counter; /* by counter of the plan */
};

/* Of the program, when one was read; else NULL. */
extern struct olab_plan *olab_plan;

/* All modules that have been added, in no order. */
extern struct ordo_lab_module *olab_modules;

/* Reads the file and gives the modules their weights. False, with a line in *why (static), when it
 * cannot be read or is not of this program. */
bool olab_plan_read(const char *path, const char **why);

#endif
