/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * edges.h: counters on as few edges of the control flow as possible.
 */
#ifndef ORDO_LLVM_EDGES_H
#define ORDO_LLVM_EDGES_H

#include "engine/llvm/ir/pass.h"

/* A block of the front end, or the part of one that begins after a call. */
struct part {
    struct block *block;
    LLVMValueRef begin; /* the instruction before which it would be counted */
    unsigned node;      /* its number in the module's flow, from 1 */
    bool entry;         /* it is the entry of its routine */
    bool leaks;         /* control may leave it, or come back to it, through a call */
};

/* Places counters if options.counts_only is set. Appends to the module's edges and marks the places
 * of the counters (code_table.c). */
void opass_edges_count(struct opass *p, struct routine *r, struct part *parts, unsigned n);

#endif
