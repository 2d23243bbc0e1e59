/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "tables.h"
#include "emit.h"

#include <llvm-c/Comdat.h>
#include <string.h>

/* If the address of `to` did not matter to the program, LLVM would use the address of its thunk,
 * which has only 32 bits. */
LLVMValueRef opass_distance(struct opass *p, LLVMValueRef from, LLVMValueRef to) {
    if (LLVMIsAFunction(to)) LLVMSetUnnamedAddress(to, LLVMNoUnnamedAddr);
    return LLVMConstSub(LLVMConstPtrToInt(to, p->i64), LLVMConstPtrToInt(from, p->i64));
}

LLVMValueRef opass_scope_address(struct opass *p, struct scope *s) {
    LLVMValueRef index[] = {opass_i64(p, 0), opass_i64(p, s->index)};
    return LLVMConstInBoundsGEP2(LLVMArrayType(p->scope_type, p->n_scopes), p->scope_table, index,
                                 2);
}

LLVMValueRef opass_scope_field(struct opass *p, unsigned scope, unsigned field) {
    LLVMValueRef path[] = {opass_i64(p, 0), opass_i64(p, scope), opass_i32(p, field)};
    return LLVMConstInBoundsGEP2(LLVMArrayType(p->scope_type, p->n_scopes), p->scope_table, path,
                                 3);
}

LLVMValueRef opass_callee_field(struct opass *p, int index, unsigned field) {
    LLVMValueRef path[] = {opass_i64(p, 0), opass_i64(p, (uint64_t)index), opass_i32(p, field)};
    return LLVMConstInBoundsGEP2(LLVMArrayType(p->callee_type, p->n_callees), p->callee_table, path,
                                 3);
}

LLVMValueRef opass_constant(struct opass *p, LLVMValueRef data, const char *name) {
    LLVMValueRef g = LLVMAddGlobal(p->m, LLVMTypeOf(data), name);
    LLVMSetInitializer(g, data);
    LLVMSetLinkage(g, LLVMPrivateLinkage);
    LLVMSetGlobalConstant(g, true);
    LLVMSetUnnamedAddress(g, LLVMGlobalUnnamedAddr);
    return g;
}

LLVMValueRef opass_name(struct opass *p, const char *s) {
    LLVMValueRef data = LLVMConstStringInContext(p->c, s, (unsigned)strlen(s), false);
    LLVMValueRef g = opass_constant(p, data, "__ordo_text");
    LLVMSetAlignment(g, 1);
    return g;
}

bool opass_may_be_dropped(LLVMValueRef v) {
    LLVMLinkage linkage = LLVMGetLinkage(v);
    bool local = linkage == LLVMInternalLinkage || linkage == LLVMPrivateLinkage;
    return local && LLVMGetComdat(v);
}
