/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * collect.h: the routines of a module, with their loops, accesses and calls.
 */
#ifndef ORDO_LLVM_COLLECT_H
#define ORDO_LLVM_COLLECT_H

#include "engine/llvm/ir/pass.h"

/* Fills p->routines and p->callees. Changes the module's code only by the normalisation that
 * defines the access stream (promotion, alignment of objects). */
void opass_collect(struct opass *p);
/* Returns the index of an external function in the callee table; adds it if it is new. */
int opass_callee_index(struct opass *p, LLVMValueRef fn);
/* Notes that recorded code calls a plain routine that has no recorded version. Like the call of
 * such a library routine, this makes the sample incomplete. */
void opass_unrecorded(struct opass *p, LLVMValueRef fn);
/* Production builds: collects recorded versions, whose functions and scopes are given. */
void opass_collect_recorded(struct opass *p);

#endif
