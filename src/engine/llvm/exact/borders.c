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
#include "checks.h"
#include "compact.h"
#include "field_addresses.h"
#include "found_context.h"

#include "engine/llvm/analysis/loop_condition.h"
#include "engine/llvm/ir/emit.h"
#include "engine/llvm/ir/hooks.h"
#include "engine/llvm/ir/loops.h"
#include "engine/llvm/ir/module_memory.h"
#include "engine/llvm/ir/routine_slots.h"
#include "engine/llvm/ir/tables.h"
#include "engine/llvm/structure/runs.h"

#include <stddef.h>
#include <stdlib.h>

#define THREAD(field) ((int64_t)offsetof(struct ordo_thread, field))
#define FRAME(field) ((int64_t)offsetof(struct ordo_frame, field))
#define NEST(field) ((int64_t)offsetof(struct ordo_nest, field))
enum { NEST_SHIFT = 4 };
_Static_assert(sizeof(struct ordo_nest) == 1 << NEST_SHIFT, "nest_of");

static void nest(struct opass *p, struct routine *r, struct scope *s);

/* ---- nesting counters (abi.h: ordo_nest) ---- */

static LLVMValueRef nest_at(struct opass *p, struct routine *r, LLVMValueRef id) {
    LLVMValueRef table = opass_load_stable(p, p->ptr, opass_field(p, r->thread, THREAD(nest)));
    LLVMValueRef offset = LLVMBuildShl(p->b, id, opass_i64(p, NEST_SHIFT), "");
    return LLVMBuildGEP2(p->b, p->i8, table, &offset, 1, "");
}

/* Adds one to a counter; returns what it was. */
static LLVMValueRef increment(struct opass *p, LLVMValueRef counters, int64_t field) {
    LLVMValueRef at = opass_field(p, counters, field);
    LLVMValueRef old = opass_load(p, p->i32, at);
    opass_store(p, LLVMBuildAdd(p->b, old, opass_i32(p, 1), ""), at);
    return old;
}

static void count_open(struct opass *p, LLVMValueRef own) {
    increment(p, own, NEST(open));
}

/* Counts one more level of the group whose counters are given. */
static void count_level(struct opass *p, LLVMValueRef group, LLVMValueRef frame) {
    LLVMValueRef level = increment(p, group, NEST(level));
    LLVMValueRef deepest = opass_field(p, group, NEST(deepest));
    opass_store(p, level, opass_field(p, frame, FRAME(depth_level)));
    opass_store(p, opass_load(p, p->i32, deepest), opass_field(p, frame, FRAME(depth_saved)));
    opass_store(p, level, deepest);
}

static void add_to_field(struct opass *p, LLVMValueRef base, int64_t offset, LLVMValueRef amount) {
    LLVMValueRef at = opass_field(p, base, offset);
    opass_store(p, LLVMBuildAdd(p->b, opass_load(p, p->i64, at), amount, ""), at);
}

void opass_flush(struct opass *p, struct routine *r) {
    if (p->options.reference || p->recorded) return; /* counted in T->cost at once */
    add_to_field(p, r->thread, THREAD(cost), opass_slot_get(p, r, r->cost));
    opass_slot_set(p, r, r->cost, opass_i64(p, 0));
}

/* Pushes a frame of thread `t` for the scope, before `at`, and leaves the builder there. */
static LLVMValueRef push_inline(struct opass *p, LLVMValueRef t, LLVMValueRef scope,
                                LLVMValueRef at) {
    LLVMValueRef top = opass_load(p, p->ptr, opass_field(p, t, THREAD(top)));
    LLVMValueRef next = opass_field(p, top, sizeof(struct ordo_frame));
    LLVMValueRef limit = opass_load(p, p->ptr, opass_field(p, t, THREAD(limit)));
    LLVMValueRef full = LLVMBuildICmp(p->b, LLVMIntUGE, next, limit, "");
    LLVMBasicBlockRef from = LLVMGetInstructionParent(at);
    LLVMValueRef cold = shim_if_unlikely(full, at);
    opass_before(p, cold);
    LLVMValueRef grown = opass_call(p, HOOK___ordo_push, &t, 1);
    opass_before(p, at);
    LLVMValueRef frame = LLVMBuildPhi(p->b, p->ptr, "");
    LLVMValueRef values[] = {next, grown};
    LLVMBasicBlockRef blocks[] = {from, LLVMGetInstructionParent(cold)};
    LLVMAddIncoming(frame, values, blocks, 2);

    LLVMValueRef clock = opass_load(p, p->i32, opass_field(p, t, THREAD(clock)));
    LLVMValueRef tick = opass_load(p, p->i32, opass_field(p, t, THREAD(tick)));
    LLVMValueRef time = LLVMBuildAdd(p->b, clock, tick, "");
    LLVMValueRef wrapped = LLVMBuildICmp(p->b, LLVMIntULT, time, clock, "");
    from = LLVMGetInstructionParent(at);
    cold = shim_if_unlikely(wrapped, at);
    opass_before(p, cold);
    LLVMValueRef renumbered = opass_call(p, HOOK___ordo_renumber, &t, 1);
    opass_before(p, at);
    LLVMValueRef stamp = LLVMBuildPhi(p->b, p->i32, "");
    LLVMValueRef stamps[] = {time, renumbered};
    LLVMBasicBlockRef ways[] = {from, LLVMGetInstructionParent(cold)};
    LLVMAddIncoming(stamp, stamps, ways, 2);
    opass_store(p, stamp, opass_field(p, t, THREAD(clock)));

    LLVMValueRef zero = opass_i64(p, 0);
    shim_tag_memory(LLVMBuildStore(p->b, LLVMBuildZExt(p->b, stamp, p->i64, ""), /* and flags */
                                   opass_field(p, frame, FRAME(stamp))),
                    SHIM_STABLE);
    opass_store(p, scope, opass_field(p, frame, FRAME(scope)));
    opass_store(p, zero, opass_field(p, frame, FRAME(rms)));
    opass_store(p, opass_load(p, p->i64, opass_field(p, t, THREAD(cost))),
                opass_field(p, frame, FRAME(cost_entry)));
    opass_store(p, zero, opass_field(p, frame, FRAME(cost_below)));
    opass_store(p, zero, opass_field(p, frame, FRAME(iterations)));
    opass_store(p, zero, opass_field(p, frame, FRAME(context))); /* and children */
    if (opass_enters_compactly(p)) opass_found_context(p, t, frame, scope, at);
    opass_store(p, frame, opass_field(p, t, THREAD(top)));
    return frame;
}

/* T = __ordo_self, or a new state if the thread has none. A thread that samples has one. */
static LLVMValueRef thread_state(struct opass *p, LLVMValueRef at) {
    opass_before(p, at);
    LLVMValueRef known = opass_load(p, p->ptr, shim_thread_address(p->b, p->m, p->self));
    if (p->recorded) return known;
    return opass_or_made(p, known, at, HOOK___ordo_begin, NULL, 0);
}

/* ---- entries that the module has once (compact.c), with parameters thread and scope ---- */

static LLVMValueRef scope_id(struct opass *p, LLVMValueRef scope) {
    LLVMValueRef at = opass_field(p, scope, (int64_t)offsetof(struct ordo_scope, id));
    return LLVMBuildZExt(p->b, opass_load(p, p->i32, at), p->i64, "");
}

static LLVMValueRef loop_body(struct opass *p, struct routine *r, LLVMValueRef end) {
    return push_inline(p, r->thread, LLVMGetParam(r->fn, 1), end);
}

static LLVMValueRef nested_loop_body(struct opass *p, struct routine *r, LLVMValueRef end) {
    LLVMValueRef scope = LLVMGetParam(r->fn, 1), frame = push_inline(p, r->thread, scope, end);
    count_open(p, nest_at(p, r, scope_id(p, scope)));
    return frame;
}

/* A routine may be the thread's first, so these two find the thread themselves. */
static LLVMValueRef routine_body(struct opass *p, struct routine *r, LLVMValueRef end) {
    r->thread = thread_state(p, end);
    return push_inline(p, r->thread, LLVMGetParam(r->fn, 1), end);
}

static LLVMValueRef recursive_routine_body(struct opass *p, struct routine *r, LLVMValueRef end) {
    LLVMValueRef scope = LLVMGetParam(r->fn, 1), frame = routine_body(p, r, end);
    LLVMValueRef group =
        opass_load(p, p->ptr, opass_field(p, scope, (int64_t)offsetof(struct ordo_scope, group)));
    count_open(p, nest_at(p, r, scope_id(p, scope)));
    count_level(p, nest_at(p, r, scope_id(p, group)), frame);
    return frame;
}

static LLVMValueRef compact_entry(struct opass *p, struct routine *r, struct scope *s,
                                  LLVMValueRef at) {
    LLVMValueRef args[] = {r->thread, opass_scope_address(p, s)};
    return r->recursive ? opass_compact_entry(p, at, "enter_again", nested_loop_body, args)
                        : opass_compact_entry(p, at, "enter", loop_body, args);
}

/* Sets the routine's frame and thread. */
static void compact_routine(struct opass *p, struct routine *r, LLVMValueRef at) {
    LLVMValueRef args[] = {LLVMConstNull(p->ptr), opass_scope_address(p, r->scope)};
    r->scope->frame = r->recursive
                          ? opass_compact_entry(p, at, "call_again", recursive_routine_body, args)
                          : opass_compact_entry(p, at, "call", routine_body, args);
    opass_before(p, at);
    r->thread = opass_load(p, p->ptr, shim_thread_address(p->b, p->m, p->self));
}

/* Pushes a frame for `s` before `at`; leaves the builder there and sets s->frame. */
static void push(struct opass *p, struct routine *r, struct scope *s, LLVMValueRef at) {
    opass_before(p, at);
    if (p->recorded) {
        LLVMValueRef scope = opass_scope_address(p, s);
        s->frame = opass_call(p, HOOK___ordo_enter, &scope, 1);
        return;
    }
    LLVMValueRef t = r->thread;
    if (p->options.structure) {
        LLVMValueRef args[] = {t, opass_scope_address(p, s)};
        enum hook hook =
            s->kind == ORDO_KIND_LOOP ? HOOK___ordo_loop_enter : HOOK___ordo_routine_enter;
        s->frame = opass_call(p, hook, args, 2);
        return;
    }
    s->frame = opass_enters_compactly(p) ? compact_entry(p, r, s, at)
                                         : push_inline(p, t, opass_scope_address(p, s), at);
}

static void leave(struct opass *p, struct routine *r, struct scope *s) {
    if (s->iterations) opass_iterations_store(p, r, s);
    opass_runs_end(p, r, s);
    if (p->recorded) {
        opass_call(p, HOOK___ordo_end, &s->frame, 1);
        return;
    }
    LLVMValueRef args[] = {r->thread, s->frame};
    enum hook hook = !p->options.structure       ? HOOK___ordo_leave
                     : s->kind == ORDO_KIND_LOOP ? HOOK___ordo_loop_leave
                                                 : HOOK___ordo_routine_leave;
    opass_call(p, hook, args, 2);
}

/* A loop counts in a register if it has no calls and no inner scopes and is left only by plain
 * edges. */
static bool counts_in_register(struct opass *p, struct routine *r, struct scope *loop) {
    if (p->recorded) return false; /* to have less code */
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
    opass_flush(p, r);
    push(p, r, s, at);
    nest(p, r, s);
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
        add_to_field(p, s->frame, FRAME(iterations), one);
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
    if (p->recorded) {
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

/* Leaves all scopes from `from` up to but not including `to`, at the builder. */
static void leave_up_to(struct opass *p, struct routine *r, struct scope *from, struct scope *to) {
    opass_flush(p, r);
    for (struct scope *s = from; s != to; s = s->parent) leave(p, r, s);
}

static struct scope *common(struct scope *a, struct scope *b) {
    while (!inside(b, a)) a = a->parent;
    return a;
}

static void unwind_at(struct opass *p, struct routine *r, LLVMBasicBlockRef b) {
    opass_before(p, shim_first_insertion(b));
    opass_flush(p, r); /* what was counted before belongs to the scopes that end here */
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
    if (!b->counted || p->recorded) return;
    opass_before(p, shim_first_insertion(b->ref));
    if (b->ref == LLVMGetEntryBasicBlock(r->fn)) opass_before(p, r->entry_mark);
    if (p->options.reference)
        add_to_field(p, r->thread, THREAD(cost), opass_i64(p, 1));
    else
        opass_slot_set(p, r, r->cost,
                       LLVMBuildAdd(p->b, opass_slot_get(p, r, r->cost), opass_i64(p, 1), ""));
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

/* Ends an activation of a routine that has frames only if needed. */
static void leave_at_need(struct opass *p, struct routine *r, LLVMValueRef at) {
    opass_runs_end(p, r, r->scope);
    LLVMValueRef then = shim_if_unlikely(r->framed, at);
    opass_before(p, then);
    LLVMValueRef args[] = {r->thread, r->scope->frame};
    opass_call(p, HOOK___ordo_routine_leave, args, 2);
    opass_before(p, at);
    if (!r->recursive) return;
    LLVMValueRef open = opass_load(p, p->i8, r->unframed);
    LLVMValueRef kept = LLVMConstInt(p->i8, ORDO_UNFRAMED_NEVER | ORDO_UNFRAMED_TRIED, false);
    opass_store(p, LLVMBuildAnd(p->b, open, kept, ""), r->unframed);
}

static void leave_routine(struct opass *p, struct routine *r, struct block *b) {
    LLVMValueRef at = end_of(b->terminator);
    opass_before(p, at);
    opass_flush(p, r);
    if (r->folded) return;
    if (r->at_need)
        leave_at_need(p, r, at);
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
    if (!p->recorded) r->cost = opass_slot_make(p, r, slot_mark);
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

/* Loads the scope's id, at the builder. */
static LLVMValueRef id_of(struct opass *p, struct scope *s) {
    LLVMValueRef id = opass_load(
        p, p->i32,
        opass_field(p, opass_scope_address(p, s), (int64_t)offsetof(struct ordo_scope, id)));
    return LLVMBuildZExt(p->b, id, p->i64, "");
}

/* Computes the address of a scope's nesting counters, nest[its id]. */
static LLVMValueRef nest_of(struct opass *p, struct routine *r, struct scope *s) {
    return nest_at(p, r, id_of(p, s));
}

/* Second half of the entry of a scope that may be re-entered, at the builder (abi.h: ordo_nest). */
static void nest(struct opass *p, struct routine *r, struct scope *s) {
    if (!r->recursive || p->options.structure) return; /* structure builds: the hooks do it */
    if (p->options.reference) {
        LLVMValueRef args[] = {r->thread, s->frame};
        opass_call(p, HOOK___ordo_recur, args, 2);
        return;
    }
    if (opass_enters_compactly(p)) return; /* the compact entry does it */
    LLVMValueRef own = nest_of(p, r, s);
    count_open(p, own);
    if (s->kind == ORDO_KIND_LOOP) return;
    count_level(p, r->group == r ? own : nest_of(p, r, r->group->scope), s->frame);
}

static void store_arguments(struct opass *p, struct routine *r, LLVMValueRef frame) {
    unsigned n = 0;
    for (unsigned i = 0; i < LLVMCountParams(r->fn) && n < r->scope->n_args; i++) {
        LLVMValueRef a = LLVMGetParam(r->fn, i);
        if (LLVMGetTypeKind(LLVMTypeOf(a)) != LLVMIntegerTypeKind) continue;
        unsigned bits = LLVMGetIntTypeWidth(LLVMTypeOf(a));
        if (bits < 8 || bits > 64) continue;
        char name[256];
        enum shim_arg_kind kind = shim_argument(a, name, sizeof name);
        if (kind == SHIM_ARG_OTHER) continue;
        LLVMValueRef v = a;
        if (bits < 64)
            v = kind == SHIM_ARG_UNSIGNED ? LLVMBuildZExt(p->b, a, p->i64, "")
                                          : LLVMBuildSExt(p->b, a, p->i64, "");
        opass_store(p, v, opass_field(p, frame, FRAME(args) + 8 * (int64_t)n));
        n++;
    }
}

static void copied_arguments(struct opass *p, struct routine *r, LLVMValueRef at) {
    for (unsigned i = 0; i < LLVMCountParams(r->fn); i++) {
        uint64_t size = shim_byval_size(p->m, r->fn, i, false);
        if (size)
            opass_birth(p, r, &(struct birth){.scope = r->scope}, at, LLVMGetParam(r->fn, i), size,
                        true);
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

/* Computes whether the activation on top is the root. Also true for another frame whose address has
 * the same low bits. */
static LLVMValueRef at_bottom(struct opass *p, LLVMValueRef top) {
    LLVMValueRef at = LLVMBuildPtrToInt(p->b, top, p->i64, "");
    LLVMValueRef low = LLVMBuildAnd(p->b, at, opass_i64(p, ORDO_ROOT_ALIGN - 1), "");
    return LLVMBuildICmp(p->b, LLVMIntEQ, low, opass_i64(p, 0), "");
}

/* Notes at the builder that the routine is entered, and computes whether it is being re-entered.
 * Sets *unframed. */
static LLVMValueRef entered_again(struct opass *p, struct routine *r, LLVMValueRef *unframed) {
    LLVMValueRef table = opass_load_stable(p, p->ptr, opass_field(p, r->thread, THREAD(unframed)));
    LLVMValueRef id = id_of(p, r->scope);
    *unframed = LLVMBuildGEP2(p->b, p->i8, table, &id, 1, "");
    LLVMValueRef was = opass_load(p, p->i8, *unframed), none = LLVMConstInt(p->i8, 0, false);
    bool tried = r->scope->flags & ORDO_SCOPE_MAY_CYCLE;
    unsigned alone = tried ? ORDO_UNFRAMED_TRIED : 0, never = ORDO_UNFRAMED_NEVER;
    LLVMValueRef again = LLVMBuildICmp(p->b, LLVMIntNE, was, LLVMConstInt(p->i8, alone, false), "");
    LLVMValueRef open = LLVMConstInt(p->i8, alone | ORDO_UNFRAMED_OPEN, false), framed;
    if (tried) {
        LLVMValueRef first = LLVMBuildICmp(p->b, LLVMIntEQ, was, none, "");
        framed = LLVMBuildSelect(p->b, first, none, LLVMConstInt(p->i8, never, false), "");
    } else {
        framed = LLVMConstInt(p->i8, ORDO_UNFRAMED_OPEN | never, false);
    }
    opass_store(p, LLVMBuildSelect(p->b, again, framed, open, ""), *unframed);
    return again;
}

static LLVMValueRef either(struct opass *p, LLVMBasicBlockRef blocks[2], LLVMValueRef a,
                           LLVMValueRef b) {
    LLVMValueRef phi = LLVMBuildPhi(p->b, LLVMTypeOf(a), "");
    LLVMAddIncoming(phi, (LLVMValueRef[]){a, b}, blocks, 2);
    return phi;
}

/* Enters a routine that has frames only if needed (abi.h: ordo_unframed). */
static void enter_at_need(struct opass *p, struct routine *r, LLVMValueRef at) {
    LLVMValueRef unframed = r->unframed, framed = r->framed, need = NULL;
    LLVMTypeRef bit = LLVMTypeOf(framed);
    opass_before(p, at);
    LLVMValueRef top = opass_load(p, p->ptr, opass_field(p, r->thread, THREAD(top)));
    if (r->entered) need = at_bottom(p, top);
    if (r->recursive) {
        LLVMValueRef again = entered_again(p, r, &r->unframed);
        need = need ? LLVMBuildOr(p->b, need, again, "") : again;
        LLVMReplaceAllUsesWith(unframed, r->unframed);
    }
    LLVMBasicBlockRef blocks[] = {LLVMGetInstructionParent(at), NULL};
    LLVMValueRef then = shim_if_unlikely(need, at);
    push(p, r, r->scope, then);
    store_arguments(p, r, r->scope->frame);
    nest(p, r, r->scope);
    blocks[1] = LLVMGetInstructionParent(then);
    opass_before(p, at);
    r->scope->frame = either(p, blocks, top, r->scope->frame);
    r->framed = either(p, blocks, LLVMConstInt(bit, 0, false), LLVMConstInt(bit, 1, false));
    LLVMReplaceAllUsesWith(framed, r->framed);
    LLVMInstructionEraseFromParent(framed);
    LLVMInstructionEraseFromParent(unframed);
}

void opass_entry(struct opass *p, struct routine *r) {
    LLVMValueRef thread = r->thread, frame = r->scope->frame;
    LLVMValueRef at = thread;
    bool used = LLVMGetFirstUse(thread) || LLVMGetFirstUse(frame) || !(r->folded || r->frameless);
    if (used) {
        bool compact = opass_enters_compactly(p) && !r->folded && !r->frameless;
        if (!compact) r->thread = thread_state(p, at);
        if (compact) {
            compact_routine(p, r, at);
            store_arguments(p, r, r->scope->frame);
        } else if (r->at_need) {
            enter_at_need(p, r, at);
        } else if (r->folded || r->frameless) {
            opass_before(p, at);
            r->scope->frame = opass_load(p, p->ptr, opass_field(p, r->thread, THREAD(top)));
        } else {
            push(p, r, r->scope, at);
            if (!p->recorded) store_arguments(p, r, r->scope->frame);
            nest(p, r, r->scope);
        }
        LLVMReplaceAllUsesWith(thread, r->thread);
        LLVMReplaceAllUsesWith(frame, r->scope->frame);
        if (!p->options.structure) copied_arguments(p, r, thread);
        opass_share_addresses(p, r->thread);
        if (p->recorded) drop_unused_load(r->thread);
    }
    LLVMInstructionEraseFromParent(r->entry_mark);
    LLVMInstructionEraseFromParent(frame);
    LLVMInstructionEraseFromParent(thread);
}
