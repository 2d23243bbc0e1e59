/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "variables.h"
#include "struct_table.h"
#include "struct_types.h"

#include "engine/llvm/ir/module_memory.h"
#include "engine/llvm/ir/tables.h"

bool opass_is_interesting(const struct dtype *t, uint64_t bytes) {
    if (!t) return false;
    if (t->kind == SHIM_TYPE_ARRAY)
        return t->target && t->target->bytes && bytes > t->target->bytes;
    if (t->kind != SHIM_TYPE_RECORD) return false;
    if (opass_has_links(t)) return true;
    for (unsigned i = 0; i < t->n_members; i++)
        if (t->members[i].type &&
            opass_is_interesting(t->members[i].type, t->members[i].type->bytes))
            return true;
    return false;
}

struct dtype *opass_element_of(struct dtype *t) {
    return t->kind == SHIM_TYPE_ARRAY ? t->target : t;
}

static bool is_listed(LLVMValueRef g) {
    if (LLVMIsDeclaration(g) || LLVMIsThreadLocal(g)) return false;
    LLVMLinkage linkage = LLVMGetLinkage(g);
    if (linkage == LLVMAvailableExternallyLinkage || linkage == LLVMAppendingLinkage) return false;
    return !opass_may_be_dropped(g);
}

bool opass_has_variables(struct opass *p) {
    char name[512] = "";
    for (LLVMValueRef g = LLVMGetFirstGlobal(p->m); g; g = LLVMGetNextGlobal(g)) {
        struct dtype *t =
            is_listed(g) ? opass_type(p, shim_global_type(g, name, sizeof name)) : NULL;
        if (t && (t->kind == SHIM_TYPE_ARRAY || t->kind == SHIM_TYPE_RECORD)) return true;
    }
    return false;
}

bool opass_variable_read(struct opass *p, LLVMValueRef g, struct variable *out) {
    char name[512] = "";
    struct dtype *t = opass_type(p, shim_global_type(g, name, sizeof name));
    uint64_t bytes = shim_alloc_size(p->m, LLVMGlobalGetValueType(g));
    if (!*name || !opass_is_interesting(t, bytes)) return false;
    opass_type_use(p, opass_element_of(t));
    *out = (struct variable){
        .global = g, .bytes = bytes, .name = opass_text(p, name), .type = opass_element_of(t)};
    return true;
}

void opass_variables_collect(struct opass *p) {
    for (LLVMValueRef g = LLVMGetFirstGlobal(p->m); g; g = LLVMGetNextGlobal(g)) {
        struct variable v;
        if (is_listed(g) && opass_variable_read(p, g, &v))
            *OPASS_PUSH(p, p->structure.variables, p->structure.n_variables) = v;
    }
}

LLVMValueRef opass_variables_define(struct opass *p, unsigned *n) {
    *n = p->structure.n_variables;
    LLVMValueRef *all = opass_alloc(p, (*n + 1) * sizeof *all);
    for (unsigned i = 0; i < *n; i++) {
        struct variable *v = &p->structure.variables[i];
        all[i] =
            OPASS_VALUE(p, variable, .address = v->global, .size = v->bytes,
                        .name = opass_name(p, v->name), .type = opass_type_address(p, v->type));
    }
    return opass_constant(p, LLVMConstArray(opass_table_type(p, TABLE_variable), all, *n),
                          "__ordo_variables");
}
