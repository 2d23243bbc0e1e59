/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * lab_plan.h: statements joined with counters: the plan of a program of the laboratory
 * (abi/lab_protocol.h).
 *
 * A statement's counters are those of the innermost coverage region that holds its beginning, in
 * every instance of its function (of templates there are many). A call's statement is the innermost
 * one that holds it. What does not run when it does not return: control.h.
 *
 * Errors:  ORDO_NO_MEMORY
 * Memory:  all in the arena given
 * Threads: asks the file system which names mean one file, nothing else
 */
#ifndef ORDO_LAB_PLAN_H
#define ORDO_LAB_PLAN_H

#include "lab/constructs.h"
#include "lab/lab_map.h"

struct ordo_lab_plan {
    uint64_t *words;
    size_t n;
};

/* constructs: sorted. */
enum ordo_status ordo_lab_plan_make(struct ordo_arena *arena,
                                    const struct ordo_constructs *constructs,
                                    const struct ordo_lab_map *map, struct ordo_lab_plan *out,
                                    struct ordo_error *error);

#endif
