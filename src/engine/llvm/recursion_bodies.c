/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * recursion_bodies.c: recursions in production builds.
 *
 * A routine of a cycle of the module's call graph is split at the start of the pipeline, while its
 * recursion is still as the source has it: its body moves to a plain function, whose calls within
 * the cycle go to plain functions, and which is optimised as the routine would have been (tail
 * recursion becomes a loop); a copy is the recorded one, whose recursive calls stay calls. The
 * routine itself chooses between them: it is where calls from outside of the cycle arrive, in the
 * recorded body those from inside too. It may be inlined as it would be without Ordo.
 *
 * How it chooses is a mark until then, a call that LLVM neither copies nor moves: late, marks of
 * plain code become gates, and recorded code that a routine was inlined into goes on recording.
 */
#include "pass.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const MARKS[] = {
    [OPASS_PLAIN] = "ordo-plain", [OPASS_RECORDED] = "ordo-recorded", [OPASS_ENTRY] = "ordo-entry"};

static void mark(struct opass *p, LLVMValueRef fn, enum opass_body body, unsigned index) {
    char text[16];
    int n = snprintf(text, sizeof text, "%u", index);
    LLVMAddAttributeAtIndex(fn, LLVMAttributeFunctionIndex,
                            LLVMCreateStringAttribute(p->c, MARKS[body],
                                                      (unsigned)strlen(MARKS[body]), text,
                                                      (unsigned)n));
}

int opass_body_of(LLVMValueRef fn, enum opass_body body) {
    LLVMAttributeRef a = LLVMGetStringAttributeAtIndex(fn, LLVMAttributeFunctionIndex, MARKS[body],
                                                       (unsigned)strlen(MARKS[body]));
    if (!a) return -1;
    unsigned n;
    char text[16] = "";
    const char *value = LLVMGetStringAttributeValue(a, &n);
    memcpy(text, value, n < sizeof text - 1 ? n : sizeof text - 1);
    return atoi(text);
}

static bool is_main(LLVMValueRef fn) {
    size_t n;
    return !strcmp(LLVMGetValueName2(fn, &n), "main");
}

static bool splits(const struct routine *r) {
    return r->cyclic && !shim_uncopyable(r->fn) && !shim_has_computed_jumps(r->fn) &&
           !is_main(r->fn);
}

/* Calls within the cycle stay in plain code. */
static void call_plain(struct opass *p, struct routine *r, LLVMValueRef *plain) {
    for (unsigned k = 0; k < r->n_calls; k++) {
        struct call *c = &r->calls[k];
        if (!c->callee || c->callee->group != r->group) continue;
        LLVMValueRef to = plain[c->callee - p->routines];
        if (!to || shim_is_interposable(c->callee->fn)) continue;
        LLVMSetOperand(c->inst, (unsigned)LLVMGetNumOperands(c->inst) - 1, to);
    }
}

#define MARK "__ordo_recursion_entered"

static void add_attribute(struct opass *p, LLVMValueRef fn, const char *name, uint64_t value) {
    unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
    LLVMAddAttributeAtIndex(fn, LLVMAttributeFunctionIndex,
                            LLVMCreateEnumAttribute(p->c, kind, value));
}

/* i1 MARK(scope of the recursion, or -1: no gate), at the builder. */
static LLVMValueRef build_mark(struct opass *p, int scope) {
    enum { INACCESSIBLE_MEMORY = 3 << 2 }; /* is read and written: MemoryEffects */
    LLVMTypeRef type = LLVMFunctionType(LLVMInt1TypeInContext(p->c), &p->i32, 1, false);
    LLVMValueRef fn = LLVMGetNamedFunction(p->m, MARK);
    if (!fn) {
        fn = LLVMAddFunction(p->m, MARK, type);
        add_attribute(p, fn, "nounwind", 0);
        add_attribute(p, fn, "willreturn", 0);
        add_attribute(p, fn, "nocallback", 0);
        add_attribute(p, fn, "memory", INACCESSIBLE_MEMORY);
    }
    LLVMValueRef arg = opass_i32(p, (uint32_t)scope);
    return LLVMBuildCall2(p->b, type, fn, &arg, 1, "");
}

/* The routine, without a body, is given one that chooses. */
static void choose(struct opass *p, struct routine *r, LLVMValueRef plain, LLVMValueRef recorded) {
    unsigned noinline_kind = LLVMGetEnumAttributeKindForName("noinline", 8);
    LLVMValueRef call = shim_return_body(r->fn, plain);
    opass_before(p, call);
    LLVMValueRef records = build_mark(p, opass_in_focus(p, r->scope) ? (int)r->scope->index : -1);
    shim_return_second(records, call, recorded);
    if (LLVMGetEnumAttributeAtIndex(plain, LLVMAttributeFunctionIndex, noinline_kind)) return;
    if (LLVMIsFunctionVarArg(LLVMGlobalGetValueType(plain))) return;
    LLVMRemoveEnumAttributeAtIndex(r->fn, LLVMAttributeFunctionIndex, noinline_kind);
    LLVMRemoveCallSiteEnumAttribute(call, LLVMAttributeFunctionIndex, noinline_kind);
}

/* Recursive calls of a recorded body go on in the plain one when the sample was given up. */
static void keep_choices(struct opass *p, LLVMValueRef recorded) {
    LLVMAttributeRef never =
        LLVMCreateEnumAttribute(p->c, LLVMGetEnumAttributeKindForName("noinline", 8), 0);
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(recorded); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
            if (!LLVMIsACallInst(i) && !LLVMIsAInvokeInst(i)) continue;
            LLVMValueRef callee = LLVMGetCalledValue(i);
            if (LLVMIsAFunction(callee) && opass_body_of(callee, OPASS_ENTRY) >= 0)
                LLVMAddCallSiteAttribute(i, LLVMAttributeFunctionIndex, never);
        }
}

void opass_split_recursions(struct opass *p) {
    LLVMValueRef *plain = opass_alloc(p, (p->n_routines + 1) * sizeof *plain);
    LLVMValueRef *recorded = opass_alloc(p, (p->n_routines + 1) * sizeof *recorded);
    for (unsigned i = 0; i < p->n_routines; i++) {
        struct routine *r = &p->routines[i];
        if (!splits(r)) continue;
        plain[i] = shim_move_body(r->fn);
        recorded[i] = shim_copy_body(plain[i], r->fn);
        mark(p, r->fn, OPASS_ENTRY, r->scope->index);
        mark(p, plain[i], OPASS_PLAIN, r->scope->index);
        mark(p, recorded[i], OPASS_RECORDED, r->scope->index);
        shim_append_used(p->m, plain[i]); /* its parameters stay those of the routine */
        shim_append_used(p->m, recorded[i]);
        choose(p, r, plain[i], recorded[i]);
    }
    for (unsigned i = 0; i < p->n_routines; i++) {
        if (!plain[i]) continue;
        keep_choices(p, recorded[i]);
        call_plain(p, &p->routines[i], plain);
    }
}

void opass_gate_recursions(struct opass *p, struct gates *g) {
    LLVMValueRef fn = LLVMGetNamedFunction(p->m, MARK), *marks = NULL;
    unsigned n = 0;
    if (!fn) return;
    for (LLVMUseRef u = LLVMGetFirstUse(fn); u; u = LLVMGetNextUse(u))
        *OPASS_PUSH(p, marks, n) = LLVMGetUser(u);
    for (unsigned i = 0; i < n; i++) {
        LLVMValueRef in = LLVMGetBasicBlockParent(LLVMGetInstructionParent(marks[i]));
        int64_t scope = LLVMConstIntGetSExtValue(LLVMGetOperand(marks[i], 0));
        if (ptrmap_get(&p->is_recorded, in, 0)) {
            shim_decide(marks[i], true);
        } else if (scope < 0) {
            shim_decide(marks[i], false);
        } else {
            opass_gate_mark(p, g, marks[i], (unsigned)scope);
            shim_writes_memory(in);
        }
    }
    LLVMDeleteFunction(fn);
}

/* LLVM took the routine away, or parameters that it does without: recorded code of the cycle cannot
 * call it in the place of its plain body, and chooses by itself. */
static void choose_in_callers(struct opass *p, LLVMValueRef plain, LLVMValueRef recorded) {
    if (recorded && LLVMGlobalGetValueType(recorded) == LLVMGlobalGetValueType(plain) &&
        LLVMGetFunctionCallConv(recorded) == LLVMGetFunctionCallConv(plain))
        ptrmap_set(&p->recorded_of, plain, (int64_t)(uintptr_t)recorded);
}

void opass_call_entries(struct opass *p, LLVMValueRef fn) {
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
            if (!LLVMIsACallInst(i) && !LLVMIsAInvokeInst(i)) continue;
            LLVMValueRef callee = LLVMGetCalledValue(i);
            int index = LLVMIsAFunction(callee) ? opass_body_of(callee, OPASS_PLAIN) : -1;
            if (index < 0) continue;
            LLVMValueRef entry = p->entries[index];
            if (!entry || LLVMGlobalGetValueType(entry) != LLVMGetCalledFunctionType(i)) {
                choose_in_callers(p, callee, p->recorded_bodies[index]);
                continue;
            }
            LLVMSetOperand(i, (unsigned)LLVMGetNumOperands(i) - 1, entry);
            LLVMSetInstructionCallConv(i, LLVMGetFunctionCallConv(entry)); /* it may be internal */
        }
}
