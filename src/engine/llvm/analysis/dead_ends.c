/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * dead_ends.c: finds dead ends, which are routines that never return.
 *
 * Every path through a dead end ends with the end of the process, a jump or an exception. Such
 * routines report an error and give up. The search assumes no routine to be one. A routine becomes
 * a dead end if none of its returns can be reached without a call of a dead end. Loops that may not
 * end do not count.
 */
#include "dead_ends.h"

#include "engine/llvm/ir/module_memory.h"

/* Finds the blocks of r that contain a call of a dead end. If the call is an invoke, control
 * continues only where it unwinds to. */
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
