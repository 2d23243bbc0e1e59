/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * activation_counts.c: an activation of a recursive routine is one of the source, so it has to be
 * counted wherever the optimiser takes it: where the routine is inlined into its callers, and in
 * each iteration of the loop that a tail recursion becomes. A mark at the entry goes along: the
 * annotation of a pointer, which LLVM neither copies, moves nor removes, and which costs its
 * inliner nothing.
 *
 * Counting is one instruction where gates are reached through GS. Libraries would need a call for
 * their gates' address in each activation, and do not count.
 */
#include "activation_counts.h"

#include "engine/llvm/ir/emit.h"
#include "engine/llvm/ir/module_memory.h"

#include <string.h>

#define MARK "__ordo_recursion_activated"

enum { SCOPE = 3 }; /* operand of the annotation: the line, which holds the scope's index */

static LLVMValueRef first_behind_allocas(LLVMValueRef fn) {
    LLVMValueRef i = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(fn));
    while (LLVMIsAAllocaInst(i)) i = LLVMGetNextInstruction(i);
    return i;
}

void opass_mark_activations(struct opass *p, LLVMValueRef plain, unsigned scope) {
    static const char name[] = "llvm.ptr.annotation";
    if (p->options.keep_gs || !shim_is_for_executables(p->m)) return;
    LLVMValueRef mark = LLVMGetNamedGlobal(p->m, MARK);
    if (!mark) {
        mark = LLVMAddGlobal(p->m, p->i8, MARK);
        LLVMSetInitializer(mark, LLVMConstNull(p->i8));
        LLVMSetLinkage(mark, LLVMInternalLinkage);
        LLVMSetGlobalConstant(mark, true);
    }
    LLVMTypeRef types[] = {p->ptr, p->ptr};
    LLVMValueRef annotation =
        LLVMGetIntrinsicDeclaration(p->m, LLVMLookupIntrinsicID(name, sizeof name - 1), types, 2);
    LLVMValueRef none = LLVMConstNull(p->ptr);
    LLVMValueRef args[] = {none, mark, none, opass_i32(p, scope), none};
    opass_before(p, first_behind_allocas(plain));
    LLVMBuildCall2(p->b, LLVMGlobalGetValueType(annotation), annotation, args,
                   sizeof args / sizeof *args, "");
}

void opass_count_activations(struct opass *p, struct gates *g) {
    LLVMValueRef mark = LLVMGetNamedGlobal(p->m, MARK), *marks = NULL;
    unsigned n = 0;
    if (!mark) return;
    for (LLVMUseRef u = LLVMGetFirstUse(mark); u; u = LLVMGetNextUse(u))
        *OPASS_PUSH(p, marks, n) = LLVMGetUser(u);
    for (unsigned i = 0; i < n; i++) {
        LLVMValueRef in = LLVMGetBasicBlockParent(LLVMGetInstructionParent(marks[i]));
        if (!ptrmap_get(&p->late.is_recorded, in, 0)) {
            opass_before(p, marks[i]);
            opass_gate_activation(
                p, g, (unsigned)LLVMConstIntGetZExtValue(LLVMGetOperand(marks[i], SCOPE)));
            shim_writes_memory(in);
        }
        LLVMInstructionEraseFromParent(marks[i]);
    }
}
