/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * vfork_calls.h: calls of vfork.
 */
#ifndef ORDO_LLVM_VFORK_CALLS_H
#define ORDO_LLVM_VFORK_CALLS_H

#include "pass.h"

/* Is it a call of vfork? The other functions insert its hooks (abi/hooks.def): for one call, for
 * all calls of the module. */
bool opass_is_vfork(LLVMValueRef inst);
void opass_vfork(struct opass *p, LLVMValueRef call);
void opass_vforks(struct opass *p);

#endif
