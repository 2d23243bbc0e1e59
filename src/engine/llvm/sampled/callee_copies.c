/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * callee_copies.c: copies of static routines, for the recorded versions of recursions.
 *
 * The recorded version of a recursive routine is a copy that is made before anything is inlined. If
 * it called the same routines as the plain version, a static routine with one call would have two.
 * LLVM inlines the only call of a static routine whatever the routine's size, and would then no
 * longer do so in plain code. Therefore recorded versions call copies of static routines, and these
 * call copies too. After inlining, a copy is replaced by its routine if the routine still exists
 * and has the same parameters. Otherwise the copy stays and becomes recorded code.
 */
#include "callee_copies.h"
#include "direct_calls.h"
#include "version_marks.h"

#include "engine/llvm/ir/module_memory.h"

#include <stdio.h>
#include <string.h>

#define COPY "ordo-copy"
#define ARGUMENT "ordo-argument"

static LLVMAttributeRef text_attribute(struct opass *p, const char *name, const char *text) {
    return LLVMCreateStringAttribute(p->c, name, (unsigned)strlen(name), text,
                                     (unsigned)strlen(text));
}

static bool has_attribute(LLVMValueRef fn, const char *name) {
    return LLVMGetEnumAttributeAtIndex(fn, LLVMAttributeFunctionIndex,
                                       LLVMGetEnumAttributeKindForName(name, strlen(name)));
}

/* Numbers the parameters, because LLVM removes those that are not needed. */
static void number_arguments(struct opass *p, LLVMValueRef fn) {
    for (unsigned i = 0; i < LLVMCountParams(fn); i++) {
        char number[16];
        snprintf(number, sizeof number, "%u", i);
        LLVMAddAttributeAtIndex(fn, i + 1, text_attribute(p, ARGUMENT, number));
    }
}

static bool is_worth_copying(LLVMValueRef fn) {
    if (!LLVMIsAFunction(fn) || LLVMIsDeclaration(fn)) return false;
    for (enum opass_version version = OPASS_PLAIN; version <= OPASS_ENTRY; version++)
        if (opass_version_of(fn, version) >= 0) return false;
    if (has_attribute(fn, "noinline") || has_attribute(fn, "alwaysinline")) return false;
    return opass_only_called(fn) && !shim_uncopyable(fn) && !shim_has_computed_jumps(fn);
}

static LLVMValueRef copy(struct opass *p, struct ptrmap *copies, LLVMValueRef fn) {
    LLVMValueRef known = (LLVMValueRef)(uintptr_t)ptrmap_get(copies, fn, 0);
    if (known) return known;
    size_t n;
    number_arguments(p, fn);
    LLVMValueRef made = shim_copy(fn);
    LLVMAddAttributeAtIndex(made, LLVMAttributeFunctionIndex,
                            text_attribute(p, COPY, LLVMGetValueName2(fn, &n)));
    ptrmap_set(copies, fn, (int64_t)(uintptr_t)made);
    return made;
}

/* Has the routine loops? Then its copy must not be inlined: in recorded code, which is optimised
 * for size, the copy's loops would differ from the routine's. */
static bool has_loops(struct opass *p, LLVMValueRef fn) {
    int64_t r = ptrmap_get(&p->routine_of, fn, -1);
    return r < 0 || p->routines[r].n_loops;
}

void opass_copy_callees(struct opass *p, LLVMValueRef *recorded, unsigned n_recorded) {
    struct ptrmap copies = {0};
    LLVMValueRef *pending = NULL;
    unsigned n = 0;
    for (unsigned i = 0; i < n_recorded; i++)
        if (recorded[i]) *OPASS_PUSH(p, pending, n) = recorded[i];
    LLVMAttributeRef never =
        LLVMCreateEnumAttribute(p->c, LLVMGetEnumAttributeKindForName("noinline", 8), 0);
    for (unsigned i = 0; i < n; i++)
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(pending[i]); b;
             b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef k = LLVMGetFirstInstruction(b); k; k = LLVMGetNextInstruction(k)) {
                if (!LLVMIsACallInst(k) && !LLVMIsAInvokeInst(k)) continue;
                LLVMValueRef callee = LLVMGetCalledValue(k);
                if (!is_worth_copying(callee)) continue;
                bool is_new = !ptrmap_get(&copies, callee, 0);
                LLVMValueRef made = copy(p, &copies, callee);
                LLVMSetOperand(k, (unsigned)LLVMGetNumOperands(k) - 1, made);
                if (!is_new) continue;
                *OPASS_PUSH(p, pending, n) = made;
                if (has_loops(p, callee))
                    LLVMAddAttributeAtIndex(made, LLVMAttributeFunctionIndex, never);
            }
    ptrmap_done(&copies);
}

/* Do both functions still have the same parameters of the source? */
static bool take_the_same(LLVMValueRef a, LLVMValueRef b) {
    if (LLVMGlobalGetValueType(a) != LLVMGlobalGetValueType(b)) return false;
    for (unsigned i = 0; i < LLVMCountParams(a); i++) {
        unsigned n = sizeof ARGUMENT - 1;
        LLVMAttributeRef of[] = {LLVMGetStringAttributeAtIndex(a, i + 1, ARGUMENT, n),
                                 LLVMGetStringAttributeAtIndex(b, i + 1, ARGUMENT, n)};
        if (!of[0] || of[0] != of[1]) return false;
    }
    return true;
}

/* Returns the routine that `fn` is a copy of, if it can take the copy's place, otherwise NULL. */
static LLVMValueRef copied(struct opass *p, LLVMValueRef fn) {
    LLVMAttributeRef a =
        LLVMGetStringAttributeAtIndex(fn, LLVMAttributeFunctionIndex, COPY, sizeof COPY - 1);
    unsigned n;
    if (!a) return NULL;
    const char *value = LLVMGetStringAttributeValue(a, &n);
    char *name = opass_alloc(p, n + 1);
    LLVMValueRef of = LLVMGetNamedFunction(p->m, memcpy(name, value, n));
    return of && !LLVMIsDeclaration(of) && take_the_same(of, fn) ? of : NULL;
}

bool opass_is_copy(LLVMValueRef fn) {
    return LLVMGetStringAttributeAtIndex(fn, LLVMAttributeFunctionIndex, COPY, sizeof COPY - 1);
}

void opass_drop_copies(struct opass *p) {
    for (LLVMValueRef f = LLVMGetFirstFunction(p->m), next; f; f = next) {
        next = LLVMGetNextFunction(f);
        LLVMValueRef of = LLVMIsDeclaration(f) ? NULL : copied(p, f);
        if (!of) continue;
        for (LLVMUseRef u = LLVMGetFirstUse(f); u; u = LLVMGetNextUse(u))
            LLVMSetInstructionCallConv(LLVMGetUser(u), LLVMGetFunctionCallConv(of));
        LLVMReplaceAllUsesWith(f, of);
        LLVMDeleteFunction(f);
    }
}
