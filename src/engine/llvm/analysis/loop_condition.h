/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * loop_condition.h: the branch that decides whether a loop has another iteration.
 */
#ifndef ORDO_LLVM_LOOP_CONDITION_H
#define ORDO_LLVM_LOOP_CONDITION_H

#include "engine/llvm/ir/pass.h"

/* Returns the branch that decides before each iteration whether it takes place, or NULL if the loop
 * has none in the source. */
LLVMValueRef opass_loop_condition(struct opass *p, struct routine *r, struct scope *s);

#endif
