/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * advances.h: loops that advance addresses of inner scopes (abi.h: ordo_advance).
 */
#ifndef ORDO_LLVM_ADVANCES_H
#define ORDO_LLVM_ADVANCES_H

#include "engine/llvm/ir/pass.h"

void opass_advances_collect(struct opass *p);
LLVMValueRef opass_advances_define(struct opass *p, unsigned *n);
/* Adds the advance to the module's unless it is there. The routine's begin at
 * routine.structure.first_advance. */
void opass_advance_add(struct opass *p, struct routine *r, struct ordo_advance advance);
/* Does the address lead to memory that each iteration of the loop creates for itself? Does the call
 * get such an address? */
bool opass_made_in(struct opass *p, struct routine *r, LLVMValueRef address, int loop);
bool opass_passes_made_in(struct opass *p, struct routine *r, const struct call *c, int loop);

#endif
