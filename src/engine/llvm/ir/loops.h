/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * loops.h: blocks and the loops around them, while the pass adds blocks.
 */
#ifndef ORDO_LLVM_LOOPS_H
#define ORDO_LLVM_LOOPS_H

#include "pass.h"

/* Returns the number of the innermost loop that contains the block; -1: none. Also for blocks that
 * the pass made. */
int opass_loop_of(struct routine *r, LLVMBasicBlockRef b);
/* Is the block in the loop, or in a loop inside of it? */
bool opass_in_loop(struct routine *r, LLVMBasicBlockRef b, int loop);
/* Returns the predecessors of a block, each once. */
LLVMBasicBlockRef *opass_predecessors(struct opass *p, LLVMBasicBlockRef b, unsigned *n);

#endif
