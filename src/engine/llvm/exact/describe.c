/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * describe.c: writes the module's tables (abi.h: ordo_module, ordo_scope, ordo_callee) and the
 * constructor that passes them to the runtime.
 */
#include "engine/llvm/ir/pass.h"
#include "engine/llvm/structure/structure.h"

#include <llvm-c/Comdat.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *opass_relative(struct opass *p, const char *path) {
    size_t n = strlen(p->options.root);
    while (n > 1 && p->options.root[n - 1] == '/') n--;
    if (n && !strncmp(path, p->options.root, n) && path[n] == '/') return path + n + 1;
    return path;
}

static void unit_file(struct opass *p, char *out, size_t size) {
    char directory[4096], file[4096];
    shim_unit(p->m, directory, file, sizeof file);
    snprintf(out, size, "%s", opass_relative(p, file));
}

static void size_arguments(struct opass *p, struct routine *r) {
    char joined[ORDO_MAX_ARGS * 260] = "";
    unsigned n = 0;
    for (unsigned i = 0; i < LLVMCountParams(r->fn) && n < ORDO_MAX_ARGS; i++) {
        LLVMValueRef a = LLVMGetParam(r->fn, i);
        LLVMTypeRef type = LLVMTypeOf(a);
        if (LLVMGetTypeKind(type) != LLVMIntegerTypeKind) continue;
        unsigned bits = LLVMGetIntTypeWidth(type);
        if (bits < 8 || bits > 64) continue;
        char name[256] = "";
        enum shim_arg_kind kind = shim_argument(a, name, sizeof name);
        if (kind == SHIM_ARG_OTHER) continue;
        size_t used = strlen(joined);
        snprintf(joined + used, sizeof joined - used, "%s%s", n ? "," : "", name);
        n++;
    }
    r->scope->n_args = n;
    r->scope->arg_names = opass_text(p, joined);
}

void opass_place_scopes(struct opass *p, struct routine *r) {
    size_t n;
    struct scope *s = r->scope;
    char linkage[4096];
    snprintf(linkage, sizeof linkage, "%s", LLVMGetValueName2(r->fn, &n));
    if (n > 5 && n < sizeof linkage && !strcmp(linkage + n - 5, ".ordo")) linkage[n - 5] = 0;
    s->linkage_name = opass_text(p, linkage[0] == 1 ? linkage + 1 : linkage);
    struct shim_place *place = opass_alloc(p, sizeof *place);
    if (shim_routine_place(r->fn, place)) {
        s->name = opass_text(p, place->name);
        s->file = opass_text(p, opass_relative(p, place->file));
        s->line = place->line;
    } else {
        s->name = s->linkage_name;
        char file[4096];
        unit_file(p, file, sizeof file);
        s->file = opass_text(p, file);
    }
    size_arguments(p, r);
    /* Loops at the same place (a macro, or no line tables) are distinguished by a number. */
    for (unsigned i = s->index + 1; i < p->n_scopes; i++) {
        struct scope *l = p->scopes[i];
        unsigned same = 0;
        for (unsigned k = s->index + 1; k < i; k++)
            same += p->scopes[k]->line == l->line && p->scopes[k]->column == l->column;
        char text[4200];
        snprintf(text, sizeof text, same ? "%s#%u" : "%s", s->linkage_name, same + 1);
        l->linkage_name = opass_text(p, text);
        l->name = l->arg_names = opass_text(p, "");
        l->file = s->file;
    }
}

/* The tables of production builds contain distances (abi.h: ordo_module). */
static LLVMTypeRef pointer_type(struct opass *p) {
    return p->options.production ? p->i64 : p->ptr;
}

/* If the address of `to` did not matter to the program, LLVM would use the address of its thunk,
 * which has only 32 bits. */
LLVMValueRef opass_distance(struct opass *p, LLVMValueRef from, LLVMValueRef to) {
    if (LLVMIsAFunction(to)) LLVMSetUnnamedAddress(to, LLVMNoUnnamedAddr);
    return LLVMConstSub(LLVMConstPtrToInt(to, p->i64), LLVMConstPtrToInt(from, p->i64));
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

static LLVMValueRef null_or(struct opass *p, struct scope *s) {
    return s ? opass_scope_address(p, s) : LLVMConstNull(p->ptr);
}

bool opass_may_be_dropped(LLVMValueRef v) {
    LLVMLinkage linkage = LLVMGetLinkage(v);
    bool local = linkage == LLVMInternalLinkage || linkage == LLVMPrivateLinkage;
    return local && LLVMGetComdat(v);
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
    unit_file(p, file, sizeof file);
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
                        p->production_table ? p->production_table : LLVMConstNull(p->ptr)};
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
