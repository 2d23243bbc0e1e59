/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * hooks.c: the runtime's functions as LLVM sees them. Their types follow from the C prototypes in
 * hooks.def by name of the C type; references are weak, so that a link without the runtime fails
 * on the anchor alone (abi.h), in one line.
 *
 * Recorded bodies call a hook through a jump to it that their object has once: a call of what is
 * near takes a byte less than one by way of the global offset table, and calls of hooks are most of
 * what is added to them.
 */
#include "engine/llvm/ir/pass.h"

#include <stdio.h>
#include <string.h>

static const struct {
    const char *name, *ret, *params;
    bool preserve_most;
} HOOK[] = {
#define ORDO_HOOK(ret, name, params) {#name, #ret, #params, false},
#define ORDO_HOOK_PM(ret, name, params) {#name, #ret, #params, true},
#include "abi/hooks.def"
};

static LLVMTypeRef type_of(struct opass *p, const char *text) {
    if (strchr(text, '*')) return p->ptr;
    if (strstr(text, "uint64_t")) return p->i64;
    if (strstr(text, "uint32_t")) return p->i32;
    return p->nothing;
}

static LLVMTypeRef prototype(struct opass *p, const char *ret, const char *params) {
    LLVMTypeRef types[8];
    unsigned n = 0;
    if (!strcmp(params, "(void)")) return LLVMFunctionType(type_of(p, ret), NULL, 0, false);
    while (*params) {
        size_t k = strcspn(params, ",");
        char one[128] = "";
        memcpy(one, params, k < sizeof one - 1 ? k : sizeof one - 1);
        types[n++] = type_of(p, one);
        params += k + (params[k] == ',');
    }
    return LLVMFunctionType(type_of(p, ret), types, n, false);
}

static LLVMValueRef thread_local_of_runtime(struct opass *p, LLVMTypeRef type, const char *name) {
    LLVMValueRef g = LLVMGetNamedGlobal(p->m, name);
    if (!g) g = LLVMAddGlobal(p->m, type, name);
    LLVMSetLinkage(g, LLVMExternalWeakLinkage);
    LLVMSetThreadLocalMode(g, LLVMInitialExecTLSModel);
    return g;
}

void opass_hooks_declare(struct opass *p) {
    for (int i = 0; i < HOOKS; i++) {
        p->hook_types[i] = prototype(p, HOOK[i].ret, HOOK[i].params);
        p->hooks[i] = LLVMGetNamedFunction(p->m, HOOK[i].name);
        if (!p->hooks[i]) p->hooks[i] = LLVMAddFunction(p->m, HOOK[i].name, p->hook_types[i]);
        LLVMSetLinkage(p->hooks[i], LLVMExternalWeakLinkage);
        shim_set_nonlazybind(p->hooks[i]);
        if (HOOK[i].preserve_most) shim_set_preserve_most(p->hooks[i], false);
    }
    p->self = thread_local_of_runtime(p, p->ptr, "__ordo_self");
    p->sampling = thread_local_of_runtime(p, p->i32, "__ordo_sampling");
}

/* An unused weak reference still reaches the object file, there without a type: a linker takes
 * __ordo_self for no thread-local and refuses. */
void opass_hooks_drop_unused(struct opass *p) {
    for (int i = 0; i < HOOKS; i++)
        if (!LLVMGetFirstUse(p->hooks[i])) LLVMDeleteFunction(p->hooks[i]);
    if (!LLVMGetFirstUse(p->self)) LLVMDeleteGlobal(p->self);
    if (!LLVMGetFirstUse(p->sampling)) LLVMDeleteGlobal(p->sampling);
}

LLVMValueRef opass_or_made(struct opass *p, LLVMValueRef known, LLVMValueRef at, enum hook hook,
                           LLVMValueRef *args, unsigned n) {
    LLVMBasicBlockRef from = LLVMGetInstructionParent(at);
    opass_before(p, at);
    LLVMValueRef cold = shim_if_unlikely(LLVMBuildIsNull(p->b, known, ""), at);
    opass_before(p, cold);
    LLVMValueRef made = opass_call(p, hook, args, n);
    opass_before(p, at);
    LLVMValueRef either = LLVMBuildPhi(p->b, p->ptr, "");
    LLVMValueRef values[] = {known, made};
    LLVMBasicBlockRef blocks[] = {from, LLVMGetInstructionParent(cold)};
    LLVMAddIncoming(either, values, blocks, 2);
    return either;
}

/* The object's jump to the hook: `__ordo_near_X` for `__ordo_X`. It only passes its arguments on:
 * link-time optimisation must not set one in it that is the same at all calls, because LLVM (19)
 * restores a preserve_most function's registers, arguments too, before a jump. What is in
 * llvm.compiler.used is called from where it cannot see. Others than preserve_most ones are those
 * that take R10. */
LLVMValueRef opass_near(struct opass *p, enum hook hook) {
    char name[64];
    snprintf(name, sizeof name, "__ordo_near_%s", HOOK[hook].name + strlen("__ordo_"));
    LLVMValueRef jump = LLVMGetNamedFunction(p->m, name);
    if (jump) return jump;
    jump = HOOK[hook].preserve_most ? shim_jump_to(p->hooks[hook], name)
                                    : shim_bare_jump(p->m, HOOK[hook].name, name);
    shim_append_used(p->m, jump);
    return jump;
}

LLVMValueRef opass_call(struct opass *p, enum hook hook, LLVMValueRef *args, unsigned n) {
    LLVMValueRef fn =
        p->recorded && HOOK[hook].preserve_most ? opass_near(p, hook) : p->hooks[hook];
    LLVMValueRef call = LLVMBuildCall2(p->b, p->hook_types[hook], fn, args, n, "");
    if (HOOK[hook].preserve_most) shim_set_preserve_most(call, true);
    if (hook != HOOK___ordo_renumber && hook != HOOK___ordo_begin && hook != HOOK___ordo_unwind &&
        hook != HOOK___ordo_vforked && hook != HOOK___ordo_enter && hook != HOOK___ordo_counts &&
        hook != HOOK___ordo_counts_here)
        shim_tag_untouched(call, SHIM_STABLE);
    return call;
}
