/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * entries.h: the code that begins an activation without calling the runtime (abi.h: ordo_frame,
 * ordo_nest).
 */
#ifndef ORDO_LLVM_ENTRIES_H
#define ORDO_LLVM_ENTRIES_H

#include "engine/llvm/ir/pass.h"

/* Loads __ordo_self before `at`: a new state if the thread has none; or, in code that is entered
 * only by threads that have one, the state as it is. Leave the builder at `at`. */
LLVMValueRef opass_thread_or_made(struct opass *p, LLVMValueRef at);
LLVMValueRef opass_thread_as_known(struct opass *p, LLVMValueRef at);

/* Pushes a frame for s before `at`, and leaves the builder there: sets s->frame. The first is one
 * call of a function of the module that saves all registers and also counts the nesting, the second
 * is inline and does not. */
void opass_push_compactly(struct opass *p, struct routine *r, struct scope *s, LLVMValueRef at);
void opass_push_inline(struct opass *p, struct routine *r, struct scope *s, LLVMValueRef at);
/* Begins the routine's activation by one such call, which also finds the thread. */
void opass_enter_compactly(struct opass *p, struct routine *r, LLVMValueRef at);

/* Counts the nesting of a scope that may be re-entered, at the builder. */
void opass_count_nesting(struct opass *p, struct routine *r, struct scope *s);
/* Stores the values of the routine's size arguments in its frame, at the builder. */
void opass_store_arguments(struct opass *p, struct routine *r);
/* Loads the scope's id as 64 bits, at the builder. */
LLVMValueRef opass_scope_id(struct opass *p, struct scope *s);

#endif
