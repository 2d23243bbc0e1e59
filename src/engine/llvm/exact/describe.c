/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * describe.c: writes the module's tables (abi.h: ordo_module, ordo_scope, ordo_callee) and the
 * constructor that passes them to the runtime.
 */
#include "describe.h"

#include "engine/llvm/counts/code_table.h"
#include "engine/llvm/ir/emit.h"
#include "engine/llvm/ir/hooks.h"
#include "engine/llvm/ir/memory.h"
#include "engine/llvm/ir/models.h"
#include "engine/llvm/ir/source_names.h"
#include "engine/llvm/ir/tables.h"
#include "engine/llvm/structure/structure.h"

#include <string.h>

/* The tables of production builds contain distances (abi.h: ordo_module). */
static LLVMTypeRef pointer_type(struct opass *p) {
    return p->options.production ? p->i64 : p->ptr;
}

void opass_callee_table_declare(struct opass *p) {
    LLVMTypeRef c[] = {pointer_type(p), p->ptr, p->ptr, p->i32, p->i32};
    p->callee_type = LLVMStructTypeInContext(p->c, c, sizeof c / sizeof *c, false);
    LLVMTypeRef callees = LLVMArrayType(p->callee_type, p->n_callees);
    p->callee_table = LLVMAddGlobal(p->m, callees, "__ordo_callees");
    LLVMSetLinkage(p->callee_table, LLVMInternalLinkage);
}

void opass_tables_declare(struct opass *p) {
    LLVMTypeRef t = pointer_type(p);
    LLVMTypeRef s[] = {t, t, t, t, t, t, t, t, t, p->i32, p->i32, p->i32, p->i32, p->i32, p->i32};
    p->scope_type = LLVMStructTypeInContext(p->c, s, sizeof s / sizeof *s, false);
    LLVMTypeRef scopes = LLVMArrayType(p->scope_type, p->n_scopes);
    p->scope_table = LLVMAddGlobal(p->m, scopes, "__ordo_scopes");
    LLVMSetLinkage(p->scope_table, LLVMInternalLinkage);
    if (!p->options.production) opass_callee_table_declare(p);
}

static LLVMValueRef null_or(struct opass *p, struct scope *s) {
    return s ? opass_scope_address(p, s) : LLVMConstNull(p->ptr);
}

/* Production builds write addresses later, when the routines' code is final. */
static bool has_address(const struct opass *p, const struct scope *s) {
    return s->kind == ORDO_KIND_ROUTINE && s->routine->entered && !p->options.production &&
           !opass_may_be_dropped(s->routine->fn);
}

static LLVMValueRef define_scope(struct opass *p, struct scope *s, LLVMValueRef file) {
    struct routine *r = s->routine;
    LLVMValueRef none = LLVMConstNull(p->ptr);
    enum { POINTERS = 9 };
    LLVMValueRef f[] = {
        opass_name(p, s->name),
        opass_name(p, s->linkage_name),
        file,
        opass_name(p, p->options.production ? "" : s->arg_names),
        null_or(p, s->parent),
        opass_scope_address(p, r->scope),
        opass_scope_address(p, r->group->scope),
        has_address(p, s) ? r->fn : none,
        none,
        opass_i32(p, s->line),
        opass_i32(p, s->column),
        opass_i32(p, s->kind),
        opass_i32(p, s->flags),
        opass_i32(p, p->options.production ? 0 : s->n_args),
        opass_i32(p, 0),
    };
    for (unsigned i = 0; p->options.production && i < POINTERS; i++)
        f[i] = LLVMIsNull(f[i]) ? opass_i64(p, 0)
                                : opass_distance(p, opass_scope_field(p, s->index, i), f[i]);
    return LLVMConstStructInContext(p->c, f, sizeof f / sizeof *f, false);
}

void opass_scope_table_define(struct opass *p) {
    LLVMValueRef *all = opass_alloc(p, (p->n_scopes + 1) * sizeof *all);
    LLVMValueRef file = NULL;
    for (unsigned i = 0; i < p->n_scopes; i++) {
        if (i == 0 || strcmp(p->scopes[i]->file, p->scopes[i - 1]->file))
            file = opass_name(p, p->scopes[i]->file);
        if (p->options.drms) p->scopes[i]->flags |= ORDO_SCOPE_DRMS;
        if (p->options.counts_only) p->scopes[i]->flags = ORDO_SCOPE_COUNTED;
        if (p->options.production) p->scopes[i]->flags |= ORDO_SCOPE_SAMPLED;
        all[i] = define_scope(p, p->scopes[i], file);
    }
    LLVMSetInitializer(p->scope_table, LLVMConstArray(p->scope_type, all, p->n_scopes));
}

static void define_callees(struct opass *p) {
    LLVMValueRef *all = opass_alloc(p, (p->n_callees + 1) * sizeof *all);
    for (unsigned i = 0; i < p->n_callees; i++) {
        struct callee *c = &p->callees[i];
        size_t n;
        const char *name = LLVMGetValueName2(c->fn, &n);
        unsigned modelled = c->wrapper ? opass_model_number(name) + 1 : 0;
        LLVMValueRef f[] = {opass_name(p, name), c->fn, c->wrapper ? c->wrapper : c->fn,
                            opass_i32(p, 0), opass_i32(p, modelled)};
        if (p->options.production) {
            f[0] = opass_distance(p, opass_callee_field(p, (int)i, 0), f[0]);
            if (!c->wrapper) f[2] = LLVMConstNull(p->ptr);
        }
        all[i] = LLVMConstStructInContext(p->c, f, sizeof f / sizeof *f, false);
    }
    LLVMSetInitializer(p->callee_table, LLVMConstArray(p->callee_type, all, p->n_callees));
}

static void constructor(struct opass *p, LLVMValueRef module, enum hook hook, const char *name) {
    LLVMTypeRef type = LLVMFunctionType(p->nothing, NULL, 0, false);
    LLVMValueRef fn = LLVMAddFunction(p->m, name, type);
    LLVMSetLinkage(fn, LLVMInternalLinkage);
    LLVMPositionBuilderAtEnd(p->b, LLVMAppendBasicBlockInContext(p->c, fn, ""));
    LLVMSetCurrentDebugLocation2(p->b, NULL);
    opass_call(p, hook, &module, 1);
    LLVMBuildRetVoid(p->b);
    shim_append_ctor(p->m, fn, hook == HOOK___ordo_module_remove, 1);
}

void opass_tables_define(struct opass *p) {
    opass_scope_table_define(p);
    opass_module_define(p);
}

void opass_module_define(struct opass *p) {
    char file[4096];
    opass_unit_file(p, file, sizeof file);
    define_callees(p);
    LLVMValueRef f[] = {opass_i32(p, ORDO_ABI_VERSION),
                        opass_i32(p, p->n_scopes),
                        opass_i32(p, p->n_callees),
                        opass_i32(p, p->options.drms         ? ORDO_SCOPE_DRMS
                                     : p->options.production ? ORDO_SCOPE_RELATIVE
                                                             : 0),
                        p->scope_table,
                        p->callee_table,
                        opass_name(p, p->options.root),
                        opass_name(p, file),
                        opass_code_define(p),
                        opass_structure_define(p),
                        p->late.table ? p->late.table : LLVMConstNull(p->ptr)};
    LLVMValueRef value = LLVMConstStructInContext(p->c, f, sizeof f / sizeof *f, false);
    LLVMValueRef module = LLVMAddGlobal(p->m, LLVMTypeOf(value), "__ordo_module");
    LLVMSetInitializer(module, value);
    LLVMSetLinkage(module, LLVMInternalLinkage);
    constructor(p, module, HOOK___ordo_module_add, "__ordo_module_begin");
    constructor(p, module, HOOK___ordo_module_remove, "__ordo_module_end");

    LLVMValueRef anchor = LLVMAddGlobal(p->m, p->i32, ORDO_STR(ORDO_ABI_ANCHOR));
    LLVMSetLinkage(anchor, LLVMExternalLinkage);
    LLVMValueRef keep = LLVMAddGlobal(p->m, p->ptr, "__ordo_anchor");
    LLVMSetInitializer(keep, anchor);
    LLVMSetLinkage(keep, LLVMInternalLinkage);
    LLVMSetGlobalConstant(keep, true);
    shim_append_used(p->m, keep);
}
