/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * objects.c: inserts the stamps that begin the lives of local variables.
 *
 * A local variable whose address escapes begins as never accessed. Any other is private to the
 * activation in which its life begins, and begins as written by that activation. What is read from
 * it is therefore not input of that activation, but it is input of inner scopes
 * (docs/measurement.md, Sizes).
 */
#include "objects.h"

#include "engine/llvm/ir/emit.h"
#include "engine/llvm/ir/hooks.h"
#include "engine/llvm/ir/mode.h"

static void birth_at_entry(struct opass *p, struct routine *r, struct object *o) {
    p->mode->birth(p, r, &(struct birth){.scope = r->scope}, r->entry_mark, o->alloca,
                   shim_alloc_size(p->m, LLVMGetAllocatedType(o->alloca)), !o->escapes);
}

void opass_objects(struct opass *p, struct routine *r) {
    for (unsigned i = 0; i < r->n_objects; i++) {
        struct object *o = &r->objects[i];
        if (o->unobserved) continue;
        if (o->n_births == 0) birth_at_entry(p, r, o);
        for (unsigned k = 0; k < o->n_births; k++)
            p->mode->birth(p, r, &o->births[k], LLVMGetNextInstruction(o->births[k].inst),
                           o->alloca, shim_alloc_size(p->m, LLVMGetAllocatedType(o->alloca)),
                           !o->escapes);
    }
    for (unsigned i = 0; i < r->n_dynamic_allocas; i++) {
        LLVMValueRef a = r->dynamic_allocas[i].inst;
        opass_before(p, LLVMGetNextInstruction(a));
        LLVMValueRef count = LLVMBuildZExtOrBitCast(p->b, LLVMGetOperand(a, 0), p->i64, "");
        LLVMValueRef bytes = LLVMBuildMul(
            p->b, count, opass_i64(p, shim_alloc_size(p->m, LLVMGetAllocatedType(a))), "");
        LLVMValueRef args[] = {r->dynamic_allocas[i].scope->frame, a, bytes};
        opass_call(p, HOOK___ordo_fresh, args, 3);
    }
}
