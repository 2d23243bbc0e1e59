/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "unreported.h"

#include "engine/llvm/ir/emit.h"
#include "engine/llvm/ir/loops.h"

#include <stddef.h>

void opass_if_reported(struct opass *p, struct routine *r, LLVMValueRef at) {
    int loop = opass_loop_of(r, LLVMGetInstructionParent(at));
    opass_before(p, at);
    LLVMValueRef unreported = opass_load(
        p, p->i32, opass_field(p, r->thread, (int64_t)offsetof(struct ordo_thread, unreported)));
    LLVMValueRef reported = LLVMBuildICmp(p->b, LLVMIntEQ, unreported, opass_i32(p, 0), "");
    LLVMValueRef then = shim_if_unlikely(reported, at);
    ptrmap_set(&r->block_loop, LLVMGetInstructionParent(then), loop + 1);
    ptrmap_set(&r->block_loop, LLVMGetInstructionParent(at), loop + 1);
    opass_before(p, then);
}
