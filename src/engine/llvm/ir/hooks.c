/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * hooks.c: declares the runtime's functions in LLVM's terms.
 *
 * Their types are derived from the C prototypes in hooks.def by the names of the C types.
 * References are weak, so that a link without the runtime fails only because of the anchor (abi.h),
 * with one line.
 *
 * Recorded versions call a hook through a jump, of which their object has one for each hook. A call
 * of a function in the same object is a byte shorter than one through the global offset table, and
 * calls of hooks are most of the code that is added to recorded versions.
 */
#include "hooks.h"
#include "emit.h"
#include "mode.h"

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
    p->late.sampling = thread_local_of_runtime(p, p->i32, "__ordo_sampling");
}

/* An unused weak reference would still get into the object file, but without a type. A linker would
 * then not take __ordo_self for a thread-local variable and would report an error. */
void opass_hooks_drop_unused(struct opass *p) {
    for (int i = 0; i < HOOKS; i++)
        if (!LLVMGetFirstUse(p->hooks[i])) LLVMDeleteFunction(p->hooks[i]);
    if (!LLVMGetFirstUse(p->self)) LLVMDeleteGlobal(p->self);
    if (!LLVMGetFirstUse(p->late.sampling)) LLVMDeleteGlobal(p->late.sampling);
}

LLVMValueRef opass_unless(struct opass *p, LLVMValueRef unlikely, LLVMValueRef usual,
                          LLVMValueRef at, enum hook hook, LLVMValueRef *args, unsigned n) {
    LLVMBasicBlockRef from = LLVMGetInstructionParent(at);
    LLVMValueRef cold = shim_if_unlikely(unlikely, at);
    opass_before(p, cold);
    LLVMValueRef made = opass_call(p, hook, args, n);
    opass_before(p, at);
    LLVMValueRef either = LLVMBuildPhi(p->b, LLVMTypeOf(usual), "");
    LLVMValueRef values[] = {usual, made};
    LLVMBasicBlockRef blocks[] = {from, LLVMGetInstructionParent(cold)};
    LLVMAddIncoming(either, values, blocks, 2);
    return either;
}

LLVMValueRef opass_or_made(struct opass *p, LLVMValueRef known, LLVMValueRef at, enum hook hook,
                           LLVMValueRef *args, unsigned n) {
    opass_before(p, at);
    return opass_unless(p, LLVMBuildIsNull(p->b, known, ""), known, at, hook, args, n);
}

/* The object's jump to `__ordo_X` is `__ordo_near_X`. It only passes its arguments on. If an
 * argument is the same at all calls, link-time optimisation would set it in the jump. This must not
 * happen, because LLVM (19) restores a preserve_most function's registers, including its arguments,
 * before a jump. A function in llvm.compiler.used is assumed to have calls that the optimiser
 * cannot see. Hooks that are not preserve_most are those that take R10. */
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
        opass_is_late(p) && HOOK[hook].preserve_most ? opass_near(p, hook) : p->hooks[hook];
    LLVMValueRef call = LLVMBuildCall2(p->b, p->hook_types[hook], fn, args, n, "");
    if (HOOK[hook].preserve_most) shim_set_preserve_most(call, true);
    if (hook != HOOK___ordo_renumber && hook != HOOK___ordo_begin && hook != HOOK___ordo_unwind &&
        hook != HOOK___ordo_vforked && hook != HOOK___ordo_enter && hook != HOOK___ordo_counts &&
        hook != HOOK___ordo_counts_here)
        shim_tag_untouched(call, SHIM_STABLE);
    return call;
}
