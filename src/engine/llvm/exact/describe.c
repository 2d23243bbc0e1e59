/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * describe.c: writes the module's tables (abi.h: ordo_module, ordo_scope, ordo_callee) and the
 * constructor that passes them to the runtime.
 */
#include "describe.h"

#include "engine/llvm/counts/code_table.h"
#include "engine/llvm/ir/emit.h"
#include "engine/llvm/ir/hooks.h"
#include "engine/llvm/ir/models.h"
#include "engine/llvm/ir/module_memory.h"
#include "engine/llvm/ir/source_names.h"
#include "engine/llvm/ir/tables.h"
#include "engine/llvm/structure/structure.h"

#include <string.h>

void opass_callee_table_declare(struct opass *p) {
    p->callee_table = opass_table_declare(p, TABLE_callee, p->n_callees, "__ordo_callees");
}

void opass_tables_declare(struct opass *p) {
    p->scope_table = opass_table_declare(p, TABLE_scope, p->n_scopes, "__ordo_scopes");
    if (!p->options.production) opass_callee_table_declare(p);
}

/* Production builds write addresses later, when the routines' code is final. */
static bool has_address(const struct opass *p, const struct scope *s) {
    return s->kind == ORDO_KIND_ROUTINE && s->routine->entered && !p->options.production &&
           !opass_may_be_dropped(s->routine->fn);
}

static LLVMValueRef define_scope(struct opass *p, struct scope *s, LLVMValueRef file) {
    struct routine *r = s->routine;
    bool production = p->options.production;
    struct opass_scope_values values = {
        .name = opass_name(p, s->name),
        .linkage_name = opass_name(p, s->linkage_name),
        .file = file,
        .arg_names = opass_name(p, production ? "" : s->arg_names),
        .parent = s->parent ? opass_scope_address(p, s->parent) : NULL,
        .routine = r ? opass_scope_address(p, r->scope) : NULL,
        .group = r ? opass_scope_address(p, r->group->scope) : NULL,
        .address = has_address(p, s) ? r->fn : NULL,
        .line = s->line,
        .column = s->column,
        .kind = s->kind,
        .flags = s->flags,
        .n_args = production ? 0 : s->n_args,
    };
    return opass_table_value(p, TABLE_scope, &values, p->scope_table, s->index);
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
    opass_table_define(p->scope_table, all);
}

static void define_callees(struct opass *p) {
    LLVMValueRef *all = opass_alloc(p, (p->n_callees + 1) * sizeof *all);
    for (unsigned i = 0; i < p->n_callees; i++) {
        struct callee *c = &p->callees[i];
        size_t n;
        const char *name = LLVMGetValueName2(c->fn, &n);
        LLVMValueRef target = c->wrapper ? c->wrapper : p->options.production ? NULL : c->fn;
        struct opass_callee_values values = {
            .name = opass_name(p, name),
            .address = c->fn,
            .target = target,
            .modelled = c->wrapper ? opass_model_number(name) + 1 : 0,
        };
        all[i] = opass_table_value(p, TABLE_callee, &values, p->callee_table, i);
    }
    opass_table_define(p->callee_table, all);
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
    unsigned flags = p->options.drms         ? ORDO_SCOPE_DRMS
                     : p->options.production ? ORDO_SCOPE_RELATIVE
                                             : 0;
    LLVMValueRef value =
        OPASS_VALUE(p, module, .abi_version = ORDO_ABI_VERSION, .n_scopes = p->n_scopes,
                    .n_callees = p->n_callees, .flags = flags, .scopes = p->scope_table,
                    .callees = p->callee_table, .source_root = opass_name(p, p->options.root),
                    .unit = opass_name(p, file), .code = opass_code_define(p),
                    .structure = opass_structure_define(p), .production = p->late.table);
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
