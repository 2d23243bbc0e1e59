/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * hooks.h: the runtime's functions as LLVM sees them (abi/hooks.def).
 */
#ifndef ORDO_LLVM_HOOKS_H
#define ORDO_LLVM_HOOKS_H

#include "pass.h"

/* Declares all hooks. The second function, which is to be called last of all, removes those that
 * are not used. */
void opass_hooks_declare(struct opass *p);
void opass_hooks_drop_unused(struct opass *p); /* last of all */
/* Builds a call of the hook at the builder. Returns the call. */
LLVMValueRef opass_call(struct opass *p, enum hook hook, LLVMValueRef *args, unsigned n);
/* Returns the module's jump to the hook, for code that must be small. */
LLVMValueRef opass_near(struct opass *p, enum hook hook);
/* Returns `usual`, or, if the condition `unlikely` holds, the result of the hook, which is then
 * called. Both are computed before `at`, where the builder is left. */
LLVMValueRef opass_unless(struct opass *p, LLVMValueRef unlikely, LLVMValueRef usual,
                          LLVMValueRef at, enum hook hook, LLVMValueRef *args, unsigned n);
/* Computes, in front of `at`, `known` or, if that is NULL, the result of the hook, whose call is
 * marked unlikely. Returns a PHI, whose second incoming value is the call. */
LLVMValueRef opass_or_made(struct opass *p, LLVMValueRef known, LLVMValueRef at, enum hook hook,
                           LLVMValueRef *args, unsigned n);

#endif
