/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * field_addresses.c: one address for each field of a structure of the runtime in a routine.
 *
 * LLVM merges equal code at the end of many blocks before it merges equal addresses. It would
 * choose between copies of one address, and then look along each way into a block where a thousand
 * ways meet: a generated scanner took ten times as long to compile as without Ordo.
 */
#include "engine/llvm/ir/pass.h"

/* The field of `base` that an instruction computes the address of; 0: it computes none. */
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
        LLVMReplaceAllUsesWith(inst, fields[i].address);
        LLVMInstructionEraseFromParent(inst);
    }
}
