/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "installed_calls.h"
#include "user_routines.h"

#include "engine/llvm/ir/emit.h"
#include "engine/llvm/ir/module_memory.h"
#include "engine/llvm/shim/shim.h"

enum { DEEPEST = 16 };

void opass_leads_to_gates(struct opass *p, LLVMValueRef fn) {
    ptrmap_set(&p->late.leads_to_gates, fn, 1);
}

static LLVMValueRef callee_of(LLVMValueRef i) {
    if (!LLVMIsACallInst(i) && !LLVMIsAInvokeInst(i)) return NULL;
    LLVMValueRef fn = LLVMGetCalledValue(i);
    return LLVMIsAFunction(fn) && !LLVMIsDeclaration(fn) ? fn : NULL;
}

/* Returns whether the installed routine has gates or counters, or calls installed ones that do. */
static bool leads_to_gates(struct opass *p, LLVMValueRef fn, int depth) {
    int64_t known = ptrmap_get(&p->late.leads_to_gates, fn, -1);
    if (known >= 0) return known;
    if (depth == DEEPEST || opass_installed(p, fn) < 0) return false;
    bool leads = false;
    ptrmap_set(&p->late.leads_to_gates, fn, 0); /* of a cycle */
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
            LLVMValueRef callee = callee_of(i);
            leads |=
                callee && opass_installed(p, callee) >= 0 && leads_to_gates(p, callee, depth + 1);
        }
    ptrmap_set(&p->late.leads_to_gates, fn, leads);
    return leads;
}

static void count_calls(struct opass *p, struct gates *g, LLVMValueRef fn, bool recorded) {
    int within = opass_installed(p, fn);
    bool counts = false;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
            LLVMValueRef callee = callee_of(i);
            int scope = callee ? opass_installed(p, callee) : -1;
            if (scope < 0 || !leads_to_gates(p, callee, 0)) continue;
            int caller = opass_routine_of(p, i, within);
            if (caller < 0 || caller == scope) continue;
            opass_before(p, i);
            opass_gate_call(p, g, (unsigned)scope, (unsigned)caller, recorded);
            counts = true;
        }
    if (counts && !recorded) shim_writes_memory(fn);
}

void opass_installed_calls(struct opass *p, struct gates *g, LLVMValueRef *fn, unsigned n) {
    for (unsigned i = 0; i < n; i++) count_calls(p, g, fn[i], false);
    for (unsigned i = 0; i < p->n_routines; i++) count_calls(p, g, p->routines[i].fn, true);
}
