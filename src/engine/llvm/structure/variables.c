/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "variables.h"
#include "struct_table.h"
#include "struct_types.h"

#include "engine/llvm/ir/emit.h"
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

/* Returns the array's elements, which know the length of a row if there are several dimensions. */
static struct dtype *elements_of(struct opass *p, struct dtype *array) {
    struct dtype *t = array->target;
    if (!array->row || t->kind != SHIM_TYPE_SCALAR) return t;
    if (!array->rowed) {
        array->rowed = opass_alloc(p, sizeof *t);
        *array->rowed = *t;
        array->rowed->entry = 0;
        array->rowed->row = array->row;
    }
    return array->rowed;
}

struct dtype *opass_element_of(struct opass *p, struct dtype *t) {
    return t->kind == SHIM_TYPE_ARRAY ? elements_of(p, t) : t;
}

/* Does the member share its memory with another one, as in a union? */
static bool is_shared(const struct dtype *t, unsigned member) {
    const struct dmember *m = &t->members[member];
    for (unsigned i = 0; i < t->n_members; i++) {
        const struct dmember *o = &t->members[i];
        if (i != member && o->type && o->offset < m->offset + m->type->bytes &&
            m->offset < o->offset + o->type->bytes)
            return true;
    }
    return false;
}

/* Adds the arrays of the record, which lies at the offset. false: there are too many, or one of
 * them is not always there (the short text in a std::string). */
static bool add_arrays(struct opass *p, const struct dtype *t, uint64_t offset,
                       struct object_part *parts, unsigned *n) {
    for (unsigned i = 0; i < t->n_members; i++) {
        struct dtype *of = t->members[i].type;
        uint64_t at = offset + t->members[i].offset;
        if (!opass_is_interesting(of, of ? of->bytes : 0)) continue;
        if (of->kind == SHIM_TYPE_RECORD) {
            if (is_shared(t, i) || !add_arrays(p, of, at, parts, n)) return false;
            continue;
        }
        if (*n == OPASS_PARTS || is_shared(t, i)) return false;
        parts[(*n)++] = (struct object_part){at, of->bytes, elements_of(p, of)};
    }
    return true;
}

unsigned opass_object_parts(struct opass *p, struct dtype *t, uint64_t bytes,
                            struct object_part *parts) {
    unsigned n = 0;
    bool split = t->kind == SHIM_TYPE_RECORD && !t->cycle && !opass_has_links(t) &&
                 !opass_has_storage(t) && add_arrays(p, t, 0, parts, &n);
    if (split && n) return n;
    parts[0] = (struct object_part){0, bytes, opass_element_of(p, t)};
    return 1;
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
    opass_type_use(p, opass_element_of(p, t));
    *out = (struct variable){
        .global = g, .bytes = bytes, .name = opass_text(p, name), .type = opass_element_of(p, t)};
    return true;
}

void opass_variables_collect(struct opass *p) {
    for (LLVMValueRef g = LLVMGetFirstGlobal(p->m); g; g = LLVMGetNextGlobal(g)) {
        struct variable v;
        struct object_part parts[OPASS_PARTS];
        if (!is_listed(g) || !opass_variable_read(p, g, &v)) continue;
        unsigned n =
            opass_object_parts(p, opass_type(p, shim_global_type(g, NULL, 0)), v.bytes, parts);
        for (unsigned i = 0; i < n; i++) {
            opass_type_use(p, parts[i].type);
            v.offset = parts[i].offset, v.bytes = parts[i].bytes, v.type = parts[i].type;
            *OPASS_PUSH(p, p->structure.variables, p->structure.n_variables) = v;
        }
    }
}

static LLVMValueRef address_of(struct opass *p, const struct variable *v) {
    if (!v->offset) return v->global;
    LLVMValueRef offset = opass_i64(p, v->offset);
    return LLVMConstInBoundsGEP2(LLVMInt8TypeInContext(LLVMGetModuleContext(p->m)), v->global,
                                 &offset, 1);
}

LLVMValueRef opass_variables_define(struct opass *p, unsigned *n) {
    *n = p->structure.n_variables;
    LLVMValueRef *all = opass_alloc(p, (*n + 1) * sizeof *all);
    for (unsigned i = 0; i < *n; i++) {
        struct variable *v = &p->structure.variables[i];
        all[i] =
            OPASS_VALUE(p, variable, .address = address_of(p, v), .size = v->bytes,
                        .name = opass_name(p, v->name), .type = opass_type_address(p, v->type));
    }
    return opass_constant(p, LLVMConstArray(opass_table_type(p, TABLE_variable), all, *n),
                          "__ordo_variables");
}
