/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * borders.c: entry and exit of scopes, loop iterations, block counts.
 *
 * Executed blocks are counted in an SSA value, which is added to T->cost ("flushed") before every
 * call and at every border. So the count is exact wherever control may leave: exit, longjmp, an
 * exception. Iterations are counted in an SSA value in loops without calls or inner scopes,
 * otherwise in the frame. A longjmp would revert SSA values, so both are volatile variables in
 * routines that call setjmp.
 *
 * A loop's frame is pushed in a preheader of its own and left on every edge out of the loop. If an
 * edge can carry no code (unwinding, computed goto), its target closes everything that is open
 * above its own frame (__ordo_unwind), which has the same effect.
 */
#include "borders.h"
#include "field_addresses.h"
#include "frames_at_need.h"

#include "engine/llvm/analysis/loop_condition.h"
#include "engine/llvm/ir/emit.h"
#include "engine/llvm/ir/hooks.h"
#include "engine/llvm/ir/loops.h"
#include "engine/llvm/ir/mode.h"
#include "engine/llvm/ir/module_memory.h"
#include "engine/llvm/ir/routine_slots.h"
#include "engine/llvm/ir/tables.h"
#include "engine/llvm/structure/runs.h"

#include <stddef.h>
#include <stdlib.h>

#define THREAD(field) ((int64_t)offsetof(struct ordo_thread, field))
#define FRAME(field) ((int64_t)offsetof(struct ordo_frame, field))

/* A loop counts in a register if it has no calls and no inner scopes and is left only by plain
 * edges. */
static bool counts_in_register(struct opass *p, struct routine *r, struct scope *loop) {
    if (p->mode->late) return false; /* to have less code */
    if (r->has_setjmp || r->has_indirectbr || loop->structure.reports_each) return false;
    for (unsigned i = 0; i < r->n_calls; i++)
        if (r->calls[i].scope == loop) return false;
    for (unsigned i = 0; i < r->n_loops; i++)
        if (r->loops[i] && r->loops[i]->parent == loop) return false;
    return true;
}

static struct scope *scope_of_loop(struct routine *r, int loop) {
    for (; loop >= 0; loop = shim_loop_parent(r->cfg, (unsigned)loop))
        if (r->loops[loop]) return r->loops[loop];
    return r->scope;
}

static struct scope *scope_at(struct routine *r, LLVMBasicBlockRef b) {
    return scope_of_loop(r, opass_loop_of(r, b));
}

static bool inside(struct scope *s, struct scope *outer) {
    while (s && s != outer) s = s->parent;
    return s != NULL;
}

static void enter_loop(struct opass *p, struct routine *r, struct scope *s) {
    LLVMBasicBlockRef header = shim_loop_header(r->cfg, (unsigned)s->loop);
    unsigned n, outside = 0;
    LLVMBasicBlockRef *preds = opass_predecessors(p, header, &n);
    for (unsigned i = 0; i < n; i++)
        if (!opass_in_loop(r, preds[i], s->loop)) preds[outside++] = preds[i];
    LLVMBasicBlockRef made = shim_merge_preds(header, preds, outside);
    int parent = shim_loop_parent(r->cfg, (unsigned)s->loop);
    ptrmap_set(&r->block_loop, made, parent + 1);
    LLVMValueRef at = LLVMGetBasicBlockTerminator(made);
    opass_before(p, at);
    p->mode->flush(p, r);
    p->mode->push(p, r, s, at);
    opass_before(p, at);
    if (r->recursive) p->mode->nest(p, r, s);
    if (s->iterations) opass_slot_set(p, r, s->iterations, opass_i64(p, 0));
    opass_runs_begin(p, s);
    /* The cold paths of the push have split the block; all parts belong to the parent loop. */
    ptrmap_set(&r->block_loop, LLVMGetInstructionParent(at), parent + 1);
}

/* Adds one to the loop's iterations, at the builder. */
static void iterate(struct opass *p, struct routine *r, struct scope *s) {
    LLVMValueRef one = opass_i64(p, 1);
    if (s->iterations)
        opass_slot_set(p, r, s->iterations,
                       LLVMBuildAdd(p->b, opass_slot_get(p, r, s->iterations), one, ""));
    else
        opass_add(p, s->frame, FRAME(iterations), one);
}

/* Counts an iteration on the edge `way` of the branch, which leads into the loop's body. `shared`:
 * other edges lead to the same block. */
static void iterate_behind(struct opass *p, struct routine *r, struct scope *s, LLVMValueRef branch,
                           unsigned way, bool shared) {
    LLVMBasicBlockRef body = LLVMGetSuccessor(branch, way);
    if (shared) {
        body = shim_split_edge(branch, way);
        ptrmap_set(&r->block_loop, body, s->loop + 1);
    }
    opass_before(p, shim_first_insertion(body));
    iterate(p, r, s);
}

static void count_iterations(struct opass *p, struct routine *r, struct scope *s) {
    unsigned n = 0;
    if (p->mode->late) {
        n = shim_body_entrances(r->cfg, (unsigned)s->loop, NULL, 0);
        struct shim_edge *ways = opass_alloc(p, (n + 1) * sizeof *ways);
        shim_body_entrances(r->cfg, (unsigned)s->loop, ways, n);
        for (unsigned i = 0; i < n; i++)
            iterate_behind(p, r, s, ways[i].branch, ways[i].way, ways[i].shared);
    } else {
        LLVMValueRef t = opass_loop_condition(p, r, s);
        if (t) {
            unsigned way = opass_in_loop(r, LLVMGetSuccessor(t, 0), s->loop) ? 0 : 1;
            opass_predecessors(p, LLVMGetSuccessor(t, way), &n);
            iterate_behind(p, r, s, t, way, n > 1);
        }
    }
    if (n) return;
    opass_before(p, shim_first_insertion(shim_loop_header(r->cfg, (unsigned)s->loop)));
    iterate(p, r, s);
}

static void leave(struct opass *p, struct routine *r, struct scope *s) {
    if (s->iterations) opass_iterations_store(p, r, s);
    opass_runs_end(p, r, s);
    p->mode->leave(p, r, s);
}

/* Leaves all scopes from `from` up to but not including `to`, at the builder. */
static void leave_up_to(struct opass *p, struct routine *r, struct scope *from, struct scope *to) {
    p->mode->flush(p, r);
    for (struct scope *s = from; s != to; s = s->parent) leave(p, r, s);
}

static struct scope *common(struct scope *a, struct scope *b) {
    while (!inside(b, a)) a = a->parent;
    return a;
}

static void unwind_at(struct opass *p, struct routine *r, LLVMBasicBlockRef b) {
    opass_before(p, shim_first_insertion(b));
    p->mode->flush(p, r); /* what was counted before belongs to the scopes that end here */
    LLVMValueRef args[] = {r->thread, scope_at(r, b)->frame};
    opass_call(p, HOOK___ordo_unwind, args, 2);
}

/* Do all edges into `b` come from the scope `from`, so that they leave the same loops? Then the
 * exit can be at the head of b instead of on each edge. */
static bool dedicated_exit(struct opass *p, struct routine *r, LLVMBasicBlockRef b,
                           struct scope *from) {
    unsigned n;
    LLVMBasicBlockRef *preds = opass_predecessors(p, b, &n);
    for (unsigned i = 0; i < n; i++)
        if (scope_at(r, preds[i]) != from ||
            !LLVMIsABranchInst(LLVMGetBasicBlockTerminator(preds[i])))
            return false;
    return true;
}

static void exits_of_block(struct opass *p, struct routine *r, struct block *b,
                           struct ptrmap *done) {
    LLVMValueRef t = b->terminator;
    bool plain = !LLVMIsAIndirectBrInst(t) && !LLVMIsACallBrInst(t);
    for (unsigned i = 0; i < LLVMGetNumSuccessors(t); i++) {
        LLVMBasicBlockRef to = LLVMGetSuccessor(t, i);
        struct scope *target = scope_at(r, to);
        if (LLVMIsAInvokeInst(t) && i == 1) continue; /* the landing pad does it */
        if (inside(target, b->scope)) continue;
        if (ptrmap_get(done, to, 0)) continue;
        if (!plain) {
            unwind_at(p, r, to);
            ptrmap_set(done, to, 1);
            continue;
        }
        LLVMValueRef at;
        if (dedicated_exit(p, r, to, b->scope)) {
            at = shim_first_insertion(to);
            ptrmap_set(done, to, 1);
        } else {
            LLVMBasicBlockRef made = shim_split_edge(t, i);
            ptrmap_set(&r->block_loop, made, opass_loop_of(r, to) + 1);
            at = LLVMGetBasicBlockTerminator(made);
        }
        opass_before(p, at);
        leave_up_to(p, r, b->scope, common(b->scope, target));
    }
}

static void count_block(struct opass *p, struct routine *r, struct block *b) {
    if (!b->counted) return;
    opass_before(p, shim_first_insertion(b->ref));
    if (b->ref == LLVMGetEntryBasicBlock(r->fn)) opass_before(p, r->entry_mark);
    p->mode->count(p, r);
}

/* Makes a provisional value for the thread or the routine's frame, which opass_entry replaces. */
static LLVMValueRef provisional(struct opass *p) {
    return LLVMBuildFreeze(p->b, LLVMGetUndef(p->ptr), "");
}

static bool ends_activation(LLVMValueRef t) {
    return LLVMIsAReturnInst(t) || LLVMIsAResumeInst(t);
}

/* Returns the instruction before which an activation ends: the return, or the musttail call whose
 * result it returns. */
static LLVMValueRef end_of(LLVMValueRef t) {
    LLVMValueRef before = LLVMGetPreviousInstruction(t);
    if (before && LLVMIsABitCastInst(before)) before = LLVMGetPreviousInstruction(before);
    return before && LLVMIsACallInst(before) && shim_is_musttail(before) ? before : t;
}

static void leave_routine(struct opass *p, struct routine *r, struct block *b) {
    LLVMValueRef at = end_of(b->terminator);
    opass_before(p, at);
    p->mode->flush(p, r);
    if (r->folded) return;
    if (r->at_need)
        opass_leave_at_need(p, r, at);
    else if (!r->frameless)
        leave(p, r, r->scope);
    else
        opass_runs_end(p, r, r->scope);
}

void opass_borders(struct opass *p, struct routine *r) {
    opass_before(p, r->entry_mark);
    LLVMValueRef slot_mark = provisional(p);
    r->thread = provisional(p);
    r->scope->frame = provisional(p);
    if (r->at_need) {
        r->unframed = provisional(p);
        LLVMTypeRef bit = LLVMInt1TypeInContext(p->c);
        r->framed = LLVMBuildFreeze(p->b, LLVMGetUndef(bit), "");
    }
    r->entry_mark = provisional(p); /* the instruction that it was may be replaced */
    if (!p->mode->late) r->cost = opass_slot_make(p, r, slot_mark);
    for (unsigned i = 0; i < r->n_loops; i++)
        if (r->loops[i] && counts_in_register(p, r, r->loops[i]))
            r->loops[i]->iterations = opass_slot_make(p, r, slot_mark);
    opass_runs_slots(p, r, r->scope, slot_mark);
    for (unsigned i = 0; i < r->n_loops; i++)
        if (r->loops[i]) opass_runs_slots(p, r, r->loops[i], slot_mark);
    opass_before(p, slot_mark);
    if (r->cost) opass_slot_set(p, r, r->cost, opass_i64(p, 0));
    opass_runs_begin(p, r->scope);
    LLVMInstructionEraseFromParent(slot_mark);

    for (unsigned i = 0; i < r->n_blocks; i++) count_block(p, r, &r->blocks[i]);
    for (unsigned i = 0; i < r->n_loops; i++)
        if (r->loops[i]) enter_loop(p, r, r->loops[i]);
    for (unsigned i = 0; i < r->n_loops; i++)
        if (r->loops[i]) count_iterations(p, r, r->loops[i]);
    struct ptrmap done = {0};
    for (unsigned i = 0; i < r->n_blocks; i++) exits_of_block(p, r, &r->blocks[i], &done);
    ptrmap_done(&done);
    for (unsigned i = 0; i < r->n_blocks; i++) {
        struct block *b = &r->blocks[i];
        LLVMValueRef first = LLVMGetFirstInstruction(b->ref);
        while (first && LLVMIsAPHINode(first)) first = LLVMGetNextInstruction(first);
        if (first && LLVMIsALandingPadInst(first) && !r->folded) unwind_at(p, r, b->ref);
        if (ends_activation(b->terminator)) leave_routine(p, r, b);
    }
}

static void copied_arguments(struct opass *p, struct routine *r, LLVMValueRef at) {
    for (unsigned i = 0; i < LLVMCountParams(r->fn); i++) {
        uint64_t size = shim_byval_size(p->m, r->fn, i, false);
        if (size)
            p->mode->birth(p, r, &(struct birth){.scope = r->scope}, at, LLVMGetParam(r->fn, i),
                           size, true);
    }
}

/* At -O0 LLVM would not drop it, and leave a reference without a type in the object file. */
static void drop_unused_load(LLVMValueRef load) {
    if (LLVMGetFirstUse(load)) return;
    LLVMValueRef address = LLVMGetOperand(load, 0);
    LLVMInstructionEraseFromParent(load);
    if (LLVMIsAInstruction(address) && !LLVMGetFirstUse(address))
        LLVMInstructionEraseFromParent(address);
}

void opass_entry(struct opass *p, struct routine *r) {
    LLVMValueRef thread = r->thread, frame = r->scope->frame;
    LLVMValueRef at = thread;
    bool framed = !r->folded && !r->frameless;
    if (framed || LLVMGetFirstUse(thread) || LLVMGetFirstUse(frame)) {
        if (r->at_need) {
            opass_enter_at_need(p, r, at);
        } else if (framed) {
            p->mode->enter_routine(p, r, at);
        } else {
            r->thread = p->mode->thread(p, at);
            r->scope->frame = opass_load(p, p->ptr, opass_field(p, r->thread, THREAD(top)));
        }
        LLVMReplaceAllUsesWith(thread, r->thread);
        LLVMReplaceAllUsesWith(frame, r->scope->frame);
        if (p->mode->birth) copied_arguments(p, r, thread);
        opass_share_addresses(p, r->thread);
        if (p->mode->late) drop_unused_load(r->thread);
    }
    LLVMInstructionEraseFromParent(r->entry_mark);
    LLVMInstructionEraseFromParent(frame);
    LLVMInstructionEraseFromParent(thread);
}
