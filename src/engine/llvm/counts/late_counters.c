/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * late_counters.c: marks the counters of ordo cc --blocks=only early and creates them late.
 *
 * The place of a counter is decided on the front end's code, but its cost must not influence
 * inlining and simplification. So at the start of the pipeline a counter is only a mark: a call of
 * llvm.var.annotation with the counter's number. LLVM assumes that the call is free, and that it
 * writes memory which only such calls access. So LLVM does not drop or merge marks, does not move
 * them across calls or branches, and copies them with the code that contains them. After inlining
 * and simplification every mark becomes an addition.
 *
 * Each thread has its own counters. A routine that may be called from outside of the module looks
 * them up once, at its entry, whatever was inlined into it. Other routines find them already looked
 * up.
 */
#include "late_counters.h"

#include "engine/llvm/ir/early_code.h"
#include "engine/llvm/ir/emit.h"
#include "engine/llvm/ir/hooks.h"
#include "engine/llvm/ir/module_memory.h"

#include <string.h>

#define ENTERED "ordo-entered"

enum { MARK_OBJECT, MARK_TABLE, MARK_FILE, MARK_COUNTER, MARK_ARGUMENTS, MARK_OPERANDS };

static unsigned annotation(void) {
    static const char name[] = "llvm.var.annotation";
    return LLVMLookupIntrinsicID(name, sizeof name - 1);
}

void opass_add_one(struct opass *p, LLVMValueRef at) {
    LLVMValueRef old = LLVMBuildLoad2(p->b, p->i64, at, "");
    shim_tag_memory(old, SHIM_COUNTS);
    LLVMValueRef store = LLVMBuildStore(p->b, LLVMBuildAdd(p->b, old, opass_i64(p, 1), ""), at);
    shim_tag_memory(store, SHIM_COUNTS);
}

void opass_mark_counter(struct opass *p, LLVMValueRef table, unsigned counter) {
    LLVMTypeRef types[] = {p->ptr, p->ptr};
    LLVMValueRef fn = LLVMGetIntrinsicDeclaration(p->m, annotation(), types, 2);
    LLVMValueRef none = LLVMConstNull(p->ptr), args[MARK_OPERANDS];
    args[MARK_OBJECT] = table;
    args[MARK_TABLE] = table;
    args[MARK_FILE] = none;
    args[MARK_COUNTER] = opass_i32(p, counter);
    args[MARK_ARGUMENTS] = none;
    LLVMBuildCall2(p->b, LLVMGlobalGetValueType(fn), fn, args, MARK_OPERANDS, "");
}

void opass_mark_entered(struct opass *p, LLVMValueRef fn) {
    LLVMAttributeRef mark = LLVMCreateStringAttribute(p->c, ENTERED, sizeof ENTERED - 1, "", 0);
    LLVMAddAttributeAtIndex(fn, LLVMAttributeFunctionIndex, mark);
}

static bool is_mark(LLVMValueRef i, LLVMValueRef table) {
    return LLVMIsACallInst(i) && LLVMIsAFunction(LLVMGetCalledValue(i)) &&
           LLVMGetIntrinsicID(LLVMGetCalledValue(i)) == annotation() &&
           LLVMGetOperand(i, MARK_TABLE) == table;
}

/* Is it a call of a routine of the module? It may rely on its caller to look the counters up. */
static bool calls_own(LLVMValueRef i) {
    if (!LLVMIsACallInst(i) && !LLVMIsAInvokeInst(i)) return false;
    LLVMValueRef fn = LLVMGetCalledValue(i);
    return LLVMIsAFunction(fn) && !LLVMIsDeclaration(fn);
}

/* Loads the counters' address from a thread-local variable of the module, at a routine's entry. */
static LLVMValueRef counters(struct opass *p, LLVMValueRef fn, LLVMValueRef table,
                             LLVMValueRef here, bool entered) {
    LLVMValueRef at = shim_gather_allocas(fn);
    opass_before(p, at);
    LLVMValueRef address = shim_thread_address(p->b, p->m, here);
    LLVMValueRef known = opass_load_stable(p, p->ptr, address);
    if (!entered) return known;
    LLVMValueRef either = opass_or_made(p, known, at, HOOK___ordo_counts_here, &table, 1);
    /* Stored by this code and not by the hook, so that LLVM loads the variable only once. */
    opass_before(p, LLVMGetBasicBlockTerminator(LLVMGetIncomingBlock(either, 1)));
    shim_tag_memory(LLVMBuildStore(p->b, LLVMGetIncomingValue(either, 1), address), SHIM_STABLE);
    return either;
}

static void make(struct opass *p, LLVMValueRef mark, LLVMValueRef counts) {
    opass_before(p, mark);
    LLVMValueRef number = LLVMGetOperand(mark, MARK_COUNTER);
    LLVMValueRef index = LLVMBuildZExt(p->b, number, p->i64, "");
    opass_add_one(p, LLVMBuildInBoundsGEP2(p->b, p->i64, counts, &index, 1, ""));
    LLVMInstructionEraseFromParent(mark);
}

static void make_all(struct opass *p, LLVMValueRef fn, LLVMValueRef table, LLVMValueRef here) {
    bool entered = LLVMGetStringAttributeAtIndex(fn, LLVMAttributeFunctionIndex, ENTERED,
                                                 sizeof ENTERED - 1) != NULL,
         calls = false;
    LLVMValueRef *marks = NULL;
    unsigned n = 0;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
            calls |= calls_own(i);
            if (is_mark(i, table)) *OPASS_PUSH(p, marks, n) = i;
        }
    if (!n && !(entered && calls)) return;
    LLVMValueRef counts = counters(p, fn, table, here, entered);
    for (unsigned i = 0; i < n; i++) make(p, marks[i], counts);
}

void opass_make_counters(struct opass *p) {
    LLVMValueRef table = LLVMGetNamedGlobal(p->m, "__ordo_code");
    if (!table) return;
    LLVMValueRef here = LLVMAddGlobal(p->m, p->ptr, "__ordo_counts_of_thread");
    LLVMSetInitializer(here, LLVMConstNull(p->ptr));
    LLVMSetLinkage(here, LLVMInternalLinkage);
    LLVMSetThreadLocalMode(here, LLVMGeneralDynamicTLSModel);
    for (LLVMValueRef f = LLVMGetFirstFunction(p->m); f; f = LLVMGetNextFunction(f)) {
        if (LLVMIsDeclaration(f) || opass_stays(f)) continue;
        make_all(p, f, table, here);
        shim_writes_memory(f);
    }
}
