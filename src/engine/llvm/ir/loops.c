/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "loops.h"
#include "module_memory.h"

int opass_loop_of(struct routine *r, LLVMBasicBlockRef b) {
    int64_t made = ptrmap_get(&r->block_loop, b, -1);
    return made >= 0 ? (int)made - 1 : shim_loop_of(r->cfg, b);
}

bool opass_in_loop(struct routine *r, LLVMBasicBlockRef b, int loop) {
    int l = opass_loop_of(r, b);
    while (l >= 0 && l != loop) l = shim_loop_parent(r->cfg, (unsigned)l);
    return l == loop;
}

LLVMBasicBlockRef *opass_predecessors(struct opass *p, LLVMBasicBlockRef b, unsigned *n) {
    LLVMBasicBlockRef *list = NULL;
    *n = 0;
    for (LLVMUseRef u = LLVMGetFirstUse(LLVMBasicBlockAsValue(b)); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef t = LLVMGetUser(u);
        if (!LLVMIsATerminatorInst(t)) continue;
        LLVMBasicBlockRef from = LLVMGetInstructionParent(t);
        bool known = false;
        for (unsigned i = 0; i < *n; i++) known |= list[i] == from;
        if (!known) *OPASS_PUSH(p, list, *n) = from;
    }
    return list;
}
