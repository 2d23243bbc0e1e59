/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * dead_ends.c: routines that control never comes back from, as each way through them ends in the
 * process's end, a jump or an exception: what reports an error and gives up. Start from "none"; a
 * routine becomes one when no return can be reached without passing a call of one. That a loop may
 * not end is left out of account.
 */
#include "engine/llvm/ir/pass.h"

/* The blocks of r that a call of a dead end lies in. An invoke's own goes on where it unwinds to.
 */
static void find_stops(const struct routine *r, struct ptrmap *stops) {
    for (unsigned i = 0; i < r->n_calls; i++) {
        const struct call *c = &r->calls[i];
        if (!c->callee || !c->callee->dead_end || shim_is_interposable(c->callee->fn)) continue;
        ptrmap_set(stops, LLVMGetInstructionParent(c->inst), 1);
    }
}

static bool is_dead_end(const struct routine *r, LLVMBasicBlockRef *stack) {
    struct ptrmap stops = {0}, seen = {0};
    bool ends = false, returns = false;
    unsigned depth = 0;
    find_stops(r, &stops);
    stack[depth++] = LLVMGetEntryBasicBlock(r->fn);
    ptrmap_set(&seen, stack[0], 1);
    while (depth && !returns) {
        LLVMBasicBlockRef at = stack[--depth];
        LLVMValueRef terminator = LLVMGetBasicBlockTerminator(at);
        bool stopped = ptrmap_get(&stops, at, 0);
        LLVMBasicBlockRef unwind =
            LLVMIsAInvokeInst(terminator) ? LLVMGetUnwindDest(terminator) : NULL;
        returns = !stopped && LLVMIsAReturnInst(terminator);
        ends |= stopped || LLVMIsAUnreachableInst(terminator);
        for (unsigned i = 0; i < LLVMGetNumSuccessors(terminator); i++) {
            LLVMBasicBlockRef to = LLVMGetSuccessor(terminator, i);
            if ((stopped && to != unwind) || ptrmap_get(&seen, to, 0)) continue;
            ptrmap_set(&seen, to, 1);
            stack[depth++] = to;
        }
    }
    ptrmap_done(&stops);
    ptrmap_done(&seen);
    return ends && !returns;
}

void opass_dead_ends(struct opass *p) {
    unsigned most = 0;
    for (unsigned i = 0; i < p->n_routines; i++) {
        unsigned n = LLVMCountBasicBlocks(p->routines[i].fn);
        if (n > most) most = n;
    }
    LLVMBasicBlockRef *stack = opass_alloc(p, (most + 1) * sizeof *stack);
    for (bool changed = true; changed;) {
        changed = false;
        for (unsigned i = 0; i < p->n_routines; i++) {
            struct routine *r = &p->routines[i];
            if (!r->dead_end && is_dead_end(r, stack)) r->dead_end = changed = true;
        }
    }
}
