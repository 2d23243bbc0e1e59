/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * thread_variables.c: reports thread-local variables that are arrays, or that are or contain
 * records with links.
 *
 * Each thread has its own, so its address cannot be in a table. A routine that takes the address of
 * such a variable reports the variable when it is entered; it may have been reported before.
 */
#include "thread_variables.h"
#include "places.h"
#include "struct_table.h"
#include "variables.h"

#include "engine/llvm/ir/emit.h"
#include "engine/llvm/ir/hooks.h"
#include "engine/llvm/ir/module_memory.h"
#include "engine/llvm/ir/tables.h"

static bool is_known(const struct routine *r, LLVMValueRef global) {
    for (unsigned i = 0; i < r->structure.n_thread_variables; i++)
        if (r->structure.thread_variables[i].global == global) return true;
    return false;
}

void opass_thread_variables_collect(struct opass *p, struct routine *r) {
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(r->fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
            LLVMValueRef g = opass_thread_variable(i);
            struct variable v;
            if (!g || is_known(r, g) || !opass_variable_read(p, g, &v)) continue;
            v.address_of = LLVMGetCalledValue(i);
            *OPASS_PUSH(p, r->structure.thread_variables, r->structure.n_thread_variables) = v;
        }
}

void opass_thread_variables_report(struct opass *p, struct routine *r) {
    for (unsigned i = 0; i < r->structure.n_thread_variables; i++) {
        const struct variable *v = &r->structure.thread_variables[i];
        opass_before(p, r->entry_mark);
        LLVMValueRef global = v->global;
        LLVMTypeRef type = LLVMGlobalGetValueType(v->address_of);
        LLVMValueRef at = LLVMBuildCall2(p->b, type, v->address_of, &global, 1, "");
        LLVMValueRef args[] = {r->scope->frame, at, opass_i64(p, v->bytes),
                               opass_type_address(p, v->type), opass_name(p, v->name)};
        opass_call(p, HOOK___ordo_thread_object, args, 5);
    }
}
