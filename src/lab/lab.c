/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * lab.c: names of kinds and ends, and sums of a point.
 */
#include "lab/lab.h"

const char *ordo_lab_kind_name(enum ordo_lab_kind kind) {
    static const char *const names[ORDO_LAB_KINDS] = {
        [ORDO_LAB_STATEMENT] = "statement",
        [ORDO_LAB_DECLARATION] = "declaration",
        [ORDO_LAB_CONDITION] = "condition",
        [ORDO_LAB_INIT] = "init",
        [ORDO_LAB_STEP] = "step",
        [ORDO_LAB_OPERAND] = "operand",
        [ORDO_LAB_ARM] = "arm",
        [ORDO_LAB_INITIALIZER] = "initializer",
    };
    return (unsigned)kind < ORDO_LAB_KINDS ? names[kind] : "unknown";
}

const char *ordo_lab_end_name(enum ordo_lab_end end) {
    static const char *const names[ORDO_LAB_ENDS] = {
        [ORDO_LAB_OK] = "ok",           [ORDO_LAB_CRASHED] = "crashed",
        [ORDO_LAB_TIMEOUT] = "timeout", [ORDO_LAB_MEMORY] = "memory",
        [ORDO_LAB_WRONG] = "wrong",
    };
    return (unsigned)end < ORDO_LAB_ENDS ? names[end] : "unknown";
}

void ordo_lab_point_add(struct ordo_lab_point *p, uint64_t n, uint64_t count) {
    p->n = n;
    if (p->count == 0 || count < p->min) p->min = count;
    if (count > p->max) p->max = count;
    p->count++;
    p->sum += count;
    p->sumsq += (double)count * (double)count;
}
