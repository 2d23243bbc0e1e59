/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * frames_at_need.h: routines of structure builds that have frames only if needed (abi.h:
 * ordo_unframed).
 */
#ifndef ORDO_LLVM_FRAMES_AT_NEED_H
#define ORDO_LLVM_FRAMES_AT_NEED_H

#include "engine/llvm/ir/pass.h"

/* Begins an activation before `at`: sets r->thread, the frame, r->framed and r->unframed. */
void opass_enter_at_need(struct opass *p, struct routine *r, LLVMValueRef at);
/* Ends it, before `at`. */
void opass_leave_at_need(struct opass *p, struct routine *r, LLVMValueRef at);

#endif
