/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * found_context.h: looks up an activation's calling context when it begins.
 */
#ifndef OPASS_FOUND_CONTEXT_H
#define OPASS_FOUND_CONTEXT_H

#include "engine/llvm/ir/pass.h"

/* Sets frame->context of an activation of `scope`, whose frame has been filled, if thread `t` has
 * found the node of the calling context recently. Inserts the code before `at` and leaves the
 * builder there. */
void opass_found_context(struct opass *p, LLVMValueRef t, LLVMValueRef frame, LLVMValueRef scope,
                         LLVMValueRef at);

#endif
