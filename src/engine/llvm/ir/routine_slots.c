/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "routine_slots.h"
#include "emit.h"
#include "module_memory.h"

#include <stddef.h>

LLVMValueRef opass_frame(struct opass *p, struct scope *s) {
    (void)p;
    return s->frame;
}

LLVMValueRef opass_slot_make(struct opass *p, struct routine *r, LLVMValueRef at) {
    opass_before(p, at);
    LLVMValueRef slot = LLVMBuildAlloca(p->b, p->i64, "");
    *OPASS_PUSH(p, r->slots, r->n_slots) = slot;
    return slot;
}

LLVMValueRef opass_slot_get(struct opass *p, struct routine *r, LLVMValueRef slot) {
    LLVMValueRef v = LLVMBuildLoad2(p->b, p->i64, slot, "");
    if (r->has_setjmp) LLVMSetVolatile(v, true);
    return v;
}

void opass_slot_set(struct opass *p, struct routine *r, LLVMValueRef slot, LLVMValueRef v) {
    LLVMValueRef store = LLVMBuildStore(p->b, v, slot);
    if (r->has_setjmp) LLVMSetVolatile(store, true);
}

LLVMValueRef opass_iterations(struct opass *p, struct routine *r, struct scope *s) {
    if (s->iterations) return opass_slot_get(p, r, s->iterations);
    return opass_load(p, p->i64,
                      opass_field(p, s->frame, (int64_t)offsetof(struct ordo_frame, iterations)));
}

void opass_iterations_store(struct opass *p, struct routine *r, struct scope *s) {
    opass_store(p, opass_slot_get(p, r, s->iterations),
                opass_field(p, s->frame, (int64_t)offsetof(struct ordo_frame, iterations)));
}
