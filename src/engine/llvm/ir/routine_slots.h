/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * routine_slots.h: variables of the instrumentation of one routine, and frames.
 */
#ifndef ORDO_LLVM_ROUTINE_SLOTS_H
#define ORDO_LLVM_ROUTINE_SLOTS_H

#include "pass.h"

/* Makes a variable of the instrumentation, an i64 that will be promoted, before `at`. To be called
 * before opass_borders is done. The caller must initialise the variable where its scope begins, and
 * only there: the work of promotion grows with the number of blocks after a variable's first store.
 */
LLVMValueRef opass_slot_make(struct opass *p, struct routine *r, LLVMValueRef at);
/* Loads and stores the variable, at the builder. */
LLVMValueRef opass_slot_get(struct opass *p, struct routine *r, LLVMValueRef slot);
void opass_slot_set(struct opass *p, struct routine *r, LLVMValueRef slot, LLVMValueRef v);
/* Returns the iterations of the loop so far, at the builder. The second function stores them in the
 * frame, if they are in a register. */
LLVMValueRef opass_iterations(struct opass *p, struct routine *r, struct scope *s);
void opass_iterations_store(struct opass *p, struct routine *r, struct scope *s);
/* Returns the frame of the scope. For a folded routine it is the caller's, loaded at the entry. */
LLVMValueRef opass_frame(struct opass *p, struct scope *s);

#endif
