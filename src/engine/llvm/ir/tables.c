/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * tables.c: LLVM's types and constants of the tables in abi/tables.def.
 */
#include "tables.h"
#include "emit.h"

#include <llvm-c/Comdat.h>
#include <string.h>

enum { MOST_FIELDS = 16 };

struct field {
    enum { NUMBER, NUMBERS, POINTER, RELATIVE, DISTANCE } kind;
    unsigned bytes, count; /* of a number; of an array */
};

#define ORDO_TABLE(name) static const struct field name##_fields[] = {
#define ORDO_NUMBER(type, name) {NUMBER, sizeof(type), 1},
#define ORDO_NUMBERS(type, name, count) {NUMBERS, sizeof(type), count},
#define ORDO_POINTER(type, name) {POINTER, 0, 0},
#define ORDO_RELATIVE(type, name) {RELATIVE, 0, 0},
#define ORDO_DISTANCE(name) {DISTANCE, sizeof(int32_t), 1},
#define ORDO_TABLE_END(name)                                                                       \
    }                                                                                              \
    ;                                                                                              \
    _Static_assert(OPASS_FIELDS(name) <= MOST_FIELDS, "tables.def: fields of " #name);
#include "abi/tables.def"

static const struct {
    const struct field *fields;
    unsigned n;
} tables[] = {
#define ORDO_TABLE(name) {name##_fields, OPASS_FIELDS(name)},
#include "abi/tables.def"
};
_Static_assert(sizeof(LLVMValueRef) == sizeof(uint64_t), "all values of a table have one size");

static LLVMTypeRef type_of(struct opass *p, const struct field *f) {
    if (f->kind == POINTER) return p->ptr;
    if (f->kind == RELATIVE) return p->options.production ? p->i64 : p->ptr;
    LLVMTypeRef number = LLVMIntTypeInContext(p->c, 8 * f->bytes);
    return f->kind == NUMBERS ? LLVMArrayType(number, f->count) : number;
}

/* If the address of `to` did not matter to the program, LLVM would use the address of its thunk,
 * which has only 32 bits. */
LLVMValueRef opass_distance(struct opass *p, LLVMValueRef from, LLVMValueRef to) {
    if (LLVMIsAFunction(to)) LLVMSetUnnamedAddress(to, LLVMNoUnnamedAddr);
    return LLVMConstSub(LLVMConstPtrToInt(to, p->i64), LLVMConstPtrToInt(from, p->i64));
}

LLVMTypeRef opass_table_type(struct opass *p, enum opass_table table) {
    LLVMTypeRef types[MOST_FIELDS];
    for (unsigned i = 0; i < tables[table].n; i++) types[i] = type_of(p, &tables[table].fields[i]);
    return LLVMStructTypeInContext(p->c, types, tables[table].n, false);
}

LLVMValueRef opass_table_value(struct opass *p, enum opass_table table, const void *values,
                               LLVMValueRef array, unsigned index) {
    LLVMValueRef all[MOST_FIELDS];
    for (unsigned i = 0; i < tables[table].n; i++) {
        const struct field *f = &tables[table].fields[i];
        uint64_t number;
        memcpy(&number, (const char *)values + i * sizeof number, sizeof number);
        LLVMValueRef constant = (LLVMValueRef)(uintptr_t)number;
        if (f->kind == NUMBER)
            all[i] = LLVMConstInt(type_of(p, f), number, false);
        else if (!number)
            all[i] = LLVMConstNull(type_of(p, f));
        else if (f->kind == RELATIVE && p->options.production)
            all[i] = opass_distance(p, opass_table_field(p, array, index, i), constant);
        else
            all[i] = constant;
    }
    return LLVMConstStructInContext(p->c, all, tables[table].n, false);
}

LLVMValueRef opass_table_declare(struct opass *p, enum opass_table table, unsigned n,
                                 const char *name) {
    LLVMValueRef array = LLVMAddGlobal(p->m, LLVMArrayType(opass_table_type(p, table), n), name);
    LLVMSetLinkage(array, LLVMInternalLinkage);
    return array;
}

void opass_table_define(LLVMValueRef array, LLVMValueRef *elements) {
    LLVMTypeRef type = LLVMGlobalGetValueType(array);
    LLVMSetInitializer(
        array, LLVMConstArray(LLVMGetElementType(type), elements, LLVMGetArrayLength(type)));
}

LLVMValueRef opass_table_field(struct opass *p, LLVMValueRef array, unsigned index,
                               unsigned field) {
    LLVMValueRef path[] = {opass_i64(p, 0), opass_i64(p, index), opass_i32(p, field)};
    return LLVMConstInBoundsGEP2(LLVMGlobalGetValueType(array), array, path, 3);
}

LLVMValueRef opass_scope_address(struct opass *p, struct scope *s) {
    LLVMValueRef index[] = {opass_i64(p, 0), opass_i64(p, s->index)};
    return LLVMConstInBoundsGEP2(LLVMGlobalGetValueType(p->scope_table), p->scope_table, index, 2);
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
