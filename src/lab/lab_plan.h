/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * lab_plan.h: the plan of a program of the laboratory (abi/lab_protocol.h), which assigns counters
 * to statements.
 *
 * A statement's counters are those of the innermost coverage region that contains its beginning, in
 * every instance of its function (templates have many). A call's statement is the innermost one
 * that contains it. control.h finds what does not run if the call does not return.
 *
 * Memory:  all in the given arena
 * Threads: only asks the file system which names mean the same file
 */
#ifndef ORDO_LAB_PLAN_H
#define ORDO_LAB_PLAN_H

#include "lab/constructs.h"
#include "lab/lab_map.h"

struct ordo_lab_plan {
    uint64_t *words;
    size_t n;
};

/* Makes the plan. constructs: sorted. */
void ordo_lab_plan_make(struct ordo_arena *arena, const struct ordo_constructs *constructs,
                        const struct ordo_lab_map *map, struct ordo_lab_plan *out);

#endif
