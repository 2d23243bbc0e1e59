/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * field_addresses.c: computes the address of each field of a runtime structure once per routine.
 *
 * LLVM merges equal code at the ends of many blocks before it merges equal addresses. The merged
 * code would choose between copies of one address, and LLVM would then look along each edge into a
 * block with a thousand predecessors. A generated scanner took ten times as long to compile as
 * without Ordo.
 */
#include "field_addresses.h"

#include "engine/llvm/ir/emit.h"

/* Returns the offset of the field of `base` whose address an instruction computes; 0: it does not
 * compute one. */
static int64_t field_of(LLVMValueRef inst, LLVMValueRef base) {
    if (!LLVMIsAGetElementPtrInst(inst) || LLVMGetNumOperands(inst) != 2) return 0;
    LLVMValueRef index = LLVMGetOperand(inst, 1);
    return LLVMGetOperand(inst, 0) == base && LLVMIsAConstantInt(index)
               ? LLVMConstIntGetSExtValue(index)
               : 0;
}

void opass_share_addresses(struct opass *p, LLVMValueRef base) {
    struct {
        int64_t offset;
        LLVMValueRef address;
    } fields[sizeof(struct ordo_thread) / 8];
    unsigned n = 0;
    if (!LLVMIsAInstruction(base)) return;
    LLVMValueRef behind = LLVMGetNextInstruction(base);
    while (behind && LLVMIsAPHINode(behind)) behind = LLVMGetNextInstruction(behind);
    if (!behind) return;
    for (LLVMUseRef use = LLVMGetFirstUse(base), next; use; use = next) {
        LLVMValueRef inst = LLVMGetUser(use);
        next = LLVMGetNextUse(use);
        int64_t offset = field_of(inst, base);
        if (!offset) continue;
        unsigned i = 0;
        while (i < n && fields[i].offset != offset) i++;
        if (i == sizeof fields / sizeof *fields) continue;
        if (i == n) {
            opass_before(p, behind);
            fields[n].offset = offset;
            fields[n++].address = opass_field(p, base, offset);
        }
        if (inst == fields[i].address) continue;
        if (inst == behind) behind = LLVMGetNextInstruction(behind); /* a birth right at the entry */
        LLVMReplaceAllUsesWith(inst, fields[i].address);
        LLVMInstructionEraseFromParent(inst);
    }
}
