/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * objects.c: the births of local variables.
 *
 * A local whose address escapes begins as never accessed. One that does not is private to the
 * activation that it was born in, so it begins as written by that activation: nothing that is
 * read of it is input to it, but it is to the inner scopes (DESIGN 3.1, 3.2).
 */
#include "engine/llvm/ir/pass.h"

static void birth_at_entry(struct opass *p, struct routine *r, struct object *o) {
    opass_birth(p, r, r->scope, r->entry_mark, o->alloca,
                shim_alloc_size(p->m, LLVMGetAllocatedType(o->alloca)), !o->escapes);
}

void opass_objects(struct opass *p, struct routine *r) {
    for (unsigned i = 0; i < r->n_objects; i++) {
        struct object *o = &r->objects[i];
        if (o->unobserved) continue;
        if (o->n_births == 0) birth_at_entry(p, r, o);
        for (unsigned k = 0; k < o->n_births; k++)
            opass_birth(p, r, o->births[k].scope, LLVMGetNextInstruction(o->births[k].inst),
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
