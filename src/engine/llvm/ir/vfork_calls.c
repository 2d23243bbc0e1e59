/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "vfork_calls.h"
#include "emit.h"
#include "hooks.h"

#include <string.h>

bool opass_is_vfork(LLVMValueRef inst) {
    if (!LLVMIsACallInst(inst) || !LLVMIsAFunction(LLVMGetCalledValue(inst))) return false;
    size_t n;
    const char *name = LLVMGetValueName2(LLVMGetCalledValue(inst), &n);
    return !strcmp(name, "vfork") || !strcmp(name, "__vfork");
}

/* A wrapper around vfork would return while its child still runs, and the child would overwrite the
 * wrapper's frame. So the hooks are separate calls. */
void opass_vfork(struct opass *p, LLVMValueRef call) {
    opass_before(p, call);
    opass_call(p, HOOK___ordo_vfork, NULL, 0);
    opass_before(p, LLVMGetNextInstruction(call));
    LLVMValueRef result = LLVMBuildTruncOrBitCast(p->b, call, p->i32, "");
    opass_call(p, HOOK___ordo_vforked, &result, 1);
}

void opass_vforks(struct opass *p) {
    for (LLVMValueRef f = LLVMGetFirstFunction(p->m); f; f = LLVMGetNextFunction(f))
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
                if (opass_is_vfork(i)) opass_vfork(p, i);
}
