/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "frames_at_need.h"
#include "entries.h"

#include "engine/llvm/ir/emit.h"
#include "engine/llvm/ir/hooks.h"
#include "engine/llvm/ir/mode.h"
#include "engine/llvm/structure/runs.h"

#include <stddef.h>

#define THREAD(field) ((int64_t)offsetof(struct ordo_thread, field))

/* Computes whether the activation on top is the root. Also true for another frame whose address has
 * the same low bits. */
static LLVMValueRef at_bottom(struct opass *p, LLVMValueRef top) {
    LLVMValueRef at = LLVMBuildPtrToInt(p->b, top, p->i64, "");
    LLVMValueRef low = LLVMBuildAnd(p->b, at, opass_i64(p, ORDO_ROOT_ALIGN - 1), "");
    return LLVMBuildICmp(p->b, LLVMIntEQ, low, opass_i64(p, 0), "");
}

/* Notes at the builder that the routine is entered, and computes whether it is being re-entered.
 * Sets *unframed. */
static LLVMValueRef entered_again(struct opass *p, struct routine *r, LLVMValueRef *unframed) {
    LLVMValueRef table = opass_load_stable(p, p->ptr, opass_field(p, r->thread, THREAD(unframed)));
    LLVMValueRef id = opass_scope_id(p, r->scope);
    *unframed = LLVMBuildGEP2(p->b, p->i8, table, &id, 1, "");
    LLVMValueRef was = opass_load(p, p->i8, *unframed), none = LLVMConstInt(p->i8, 0, false);
    bool tried = r->scope->flags & ORDO_SCOPE_MAY_CYCLE;
    unsigned alone = tried ? ORDO_UNFRAMED_TRIED : 0, never = ORDO_UNFRAMED_NEVER;
    LLVMValueRef again = LLVMBuildICmp(p->b, LLVMIntNE, was, LLVMConstInt(p->i8, alone, false), "");
    LLVMValueRef open = LLVMConstInt(p->i8, alone | ORDO_UNFRAMED_OPEN, false), framed;
    if (tried) {
        LLVMValueRef first = LLVMBuildICmp(p->b, LLVMIntEQ, was, none, "");
        framed = LLVMBuildSelect(p->b, first, none, LLVMConstInt(p->i8, never, false), "");
    } else {
        framed = LLVMConstInt(p->i8, ORDO_UNFRAMED_OPEN | never, false);
    }
    opass_store(p, LLVMBuildSelect(p->b, again, framed, open, ""), *unframed);
    return again;
}

static LLVMValueRef either(struct opass *p, LLVMBasicBlockRef blocks[2], LLVMValueRef a,
                           LLVMValueRef b) {
    LLVMValueRef phi = LLVMBuildPhi(p->b, LLVMTypeOf(a), "");
    LLVMAddIncoming(phi, (LLVMValueRef[]){a, b}, blocks, 2);
    return phi;
}

void opass_enter_at_need(struct opass *p, struct routine *r, LLVMValueRef at) {
    LLVMValueRef unframed = r->unframed, framed = r->framed, need = NULL;
    LLVMTypeRef bit = LLVMTypeOf(framed);
    r->thread = p->mode->thread(p, at);
    LLVMValueRef top = opass_load(p, p->ptr, opass_field(p, r->thread, THREAD(top)));
    if (r->entered) need = at_bottom(p, top);
    if (r->recursive) {
        LLVMValueRef again = entered_again(p, r, &r->unframed);
        need = need ? LLVMBuildOr(p->b, need, again, "") : again;
        LLVMReplaceAllUsesWith(unframed, r->unframed);
    }
    LLVMBasicBlockRef blocks[] = {LLVMGetInstructionParent(at), NULL};
    LLVMValueRef then = shim_if_unlikely(need, at);
    p->mode->push(p, r, r->scope, then);
    opass_store_arguments(p, r);
    blocks[1] = LLVMGetInstructionParent(then);
    opass_before(p, at);
    r->scope->frame = either(p, blocks, top, r->scope->frame);
    r->framed = either(p, blocks, LLVMConstInt(bit, 0, false), LLVMConstInt(bit, 1, false));
    LLVMReplaceAllUsesWith(framed, r->framed);
    LLVMInstructionEraseFromParent(framed);
    LLVMInstructionEraseFromParent(unframed);
}

void opass_leave_at_need(struct opass *p, struct routine *r, LLVMValueRef at) {
    opass_runs_end(p, r, r->scope);
    LLVMValueRef then = shim_if_unlikely(r->framed, at);
    opass_before(p, then);
    p->mode->leave(p, r, r->scope);
    opass_before(p, at);
    if (!r->recursive) return;
    LLVMValueRef open = opass_load(p, p->i8, r->unframed);
    LLVMValueRef kept = LLVMConstInt(p->i8, ORDO_UNFRAMED_NEVER | ORDO_UNFRAMED_TRIED, false);
    opass_store(p, LLVMBuildAnd(p->b, open, kept, ""), r->unframed);
}
