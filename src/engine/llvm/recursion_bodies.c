/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * recursion_bodies.c: recursions in production builds.
 *
 * A routine of a cycle of the module's call graph is split at the start of the pipeline, while its
 * recursion is still as the source has it: its body moves to a plain function, whose calls within
 * the cycle go to plain functions, and which is optimised as the routine would have been (tail
 * recursion becomes a loop); a copy is the recorded one, whose recursive calls stay calls. The
 * routine itself chooses between them: it is where calls from outside of the cycle arrive, in the
 * recorded body those from inside too. Its gate is put in late.
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
    return r->cyclic && !shim_uncopyable(r->fn) && !is_main(r->fn);
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

void opass_split_recursions(struct opass *p) {
    LLVMValueRef *plain = opass_alloc(p, (p->n_routines + 1) * sizeof *plain);
    for (unsigned i = 0; i < p->n_routines; i++) {
        struct routine *r = &p->routines[i];
        if (!splits(r)) continue;
        plain[i] = shim_move_body(r->fn);
        LLVMValueRef recorded = shim_copy_body(plain[i], r->fn);
        mark(p, r->fn, OPASS_ENTRY, opass_in_focus(p, r->scope));
        mark(p, plain[i], OPASS_PLAIN, r->scope->index);
        mark(p, recorded, OPASS_RECORDED, r->scope->index);
        shim_append_used(p->m, plain[i]); /* its parameters stay those of the routine */
        LLVMValueRef at = shim_return_body(r->fn, plain[i]);
        opass_enter_recorded(p, recorded, at);
    }
    for (unsigned i = 0; i < p->n_routines; i++)
        if (plain[i]) call_plain(p, &p->routines[i], plain);
}

/* The call, in the routine, of its body of that kind. */
static LLVMValueRef call_of(LLVMValueRef fn, enum opass_body body) {
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
            if (!LLVMIsACallInst(i)) continue;
            LLVMValueRef callee = LLVMGetCalledValue(i);
            if (LLVMIsAFunction(callee) && opass_body_of(callee, body) >= 0) return i;
        }
    return NULL;
}

void opass_gate_recursion(struct opass *p, struct gates *g, LLVMValueRef fn) {
    LLVMValueRef plain = call_of(fn, OPASS_PLAIN), recorded = call_of(fn, OPASS_RECORDED);
    if (!plain || !recorded || !opass_body_of(fn, OPASS_ENTRY)) return;
    opass_gate_call(p, g, plain, LLVMGetInstructionParent(recorded),
                    (unsigned)opass_body_of(LLVMGetCalledValue(plain), OPASS_PLAIN));
    shim_writes_memory(fn);
}

void opass_call_entries(struct opass *p, LLVMValueRef fn) {
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
            if (!LLVMIsACallInst(i) && !LLVMIsAInvokeInst(i)) continue;
            LLVMValueRef callee = LLVMGetCalledValue(i);
            int index = LLVMIsAFunction(callee) ? opass_body_of(callee, OPASS_PLAIN) : -1;
            LLVMValueRef entry = index < 0 ? NULL : p->entries[index];
            if (!entry || LLVMGlobalGetValueType(entry) != LLVMGetCalledFunctionType(i)) continue;
            LLVMSetOperand(i, (unsigned)LLVMGetNumOperands(i) - 1, entry);
            LLVMSetInstructionCallConv(i, LLVMGetFunctionCallConv(entry)); /* it may be internal */
        }
}
