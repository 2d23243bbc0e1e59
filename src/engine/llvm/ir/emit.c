/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "emit.h"

LLVMValueRef opass_i64(struct opass *p, uint64_t v) {
    return LLVMConstInt(p->i64, v, false);
}
LLVMValueRef opass_i32(struct opass *p, uint32_t v) {
    return LLVMConstInt(p->i32, v, false);
}

LLVMValueRef opass_field(struct opass *p, LLVMValueRef base, int64_t offset) {
    if (offset == 0) return base;
    LLVMValueRef index = opass_i64(p, (uint64_t)offset);
    return LLVMBuildInBoundsGEP2(p->b, p->i8, base, &index, 1, "");
}

LLVMValueRef opass_load(struct opass *p, LLVMTypeRef type, LLVMValueRef address) {
    LLVMValueRef v = LLVMBuildLoad2(p->b, type, address, "");
    shim_tag_memory(v, SHIM_FRAME);
    return v;
}

void opass_store(struct opass *p, LLVMValueRef value, LLVMValueRef address) {
    shim_tag_memory(LLVMBuildStore(p->b, value, address), SHIM_FRAME);
}

LLVMValueRef opass_load_stable(struct opass *p, LLVMTypeRef type, LLVMValueRef address) {
    LLVMValueRef v = LLVMBuildLoad2(p->b, type, address, "");
    shim_tag_memory(v, SHIM_STABLE);
    return v;
}

void opass_before(struct opass *p, LLVMValueRef inst) {
    LLVMPositionBuilderBefore(p->b, inst);
    LLVMSetCurrentDebugLocation2(p->b, LLVMInstructionGetDebugLoc(inst));
}

void opass_add(struct opass *p, LLVMValueRef base, int64_t offset, LLVMValueRef amount) {
    LLVMValueRef at = opass_field(p, base, offset);
    opass_store(p, LLVMBuildAdd(p->b, opass_load(p, p->i64, at), amount, ""), at);
}
