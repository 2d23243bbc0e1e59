/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * calls.c: inserts the code around calls.
 *
 * Before a call the block count is flushed. A call of a routine outside of this module is counted
 * unless the routine is known to be instrumented or modelled.
 *
 * A callee may have left frames behind, if it caught an exception or a longjmp in code that is not
 * instrumented. After such a call, all frames above the caller's are closed. Recorded versions
 * leave this to the end of the caller's activation.
 *
 * A modelled routine is called through its wrapper. Recorded code makes all other calls of routines
 * outside of the module, and calls by address, through the runtime, which finds the recorded
 * version.
 */
#include "calls.h"
#include "compact.h"

#include "engine/llvm/ir/emit.h"
#include "engine/llvm/ir/hooks.h"
#include "engine/llvm/ir/mode.h"
#include "engine/llvm/ir/module_memory.h"
#include "engine/llvm/ir/routine_slots.h"
#include "engine/llvm/ir/tables.h"
#include "engine/llvm/ir/vfork_calls.h"

#include <stddef.h>

/* Returns the address of a field of the callee in the module's table. */
static LLVMValueRef callee_field(struct opass *p, const struct call *c, unsigned field) {
    return opass_table_field(p, p->callee_table, (unsigned)c->callee_index, field);
}

/* Counts a call of the callee unless its state is 1, at the builder, before `at`. */
static void count_open(struct opass *p, LLVMValueRef frame, LLVMValueRef callee, LLVMValueRef at) {
    LLVMValueRef state = LLVMBuildLoad2(
        p->b, p->i32, opass_field(p, callee, (int64_t)offsetof(struct ordo_callee, state)), "");
    shim_tag_memory(state, SHIM_FRAME);
    LLVMValueRef open = LLVMBuildICmp(p->b, LLVMIntNE, state, opass_i32(p, 1), "");
    opass_before(p, shim_if_unlikely(open, at));
    LLVMValueRef args[] = {frame, callee};
    opass_call(p, HOOK___ordo_callee, args, 2);
}

static void callee_body(struct opass *p, struct routine *r, LLVMValueRef end, uint64_t size) {
    (void)size;
    opass_before(p, end);
    count_open(p, LLVMGetParam(r->fn, 0), LLVMGetParam(r->fn, 1), end);
}

static void count_uncovered(struct opass *p, struct routine *r, struct call *c) {
    LLVMValueRef args[] = {opass_frame(p, c->scope), callee_field(p, c, 0)};
    if (opass_is_compact(r, c->repeated, OPASS_AT_CALLS))
        opass_compact_call(p, c->inst, "callee", 0, callee_body, args, false);
    else
        count_open(p, args[0], args[1], c->inst);
}

/* Makes a call in recorded code go through the runtime. Two kinds of routines are still called by
 * name: those that return twice, and those that a resolver chooses. The latter check at their entry
 * whether a sample is being recorded (direct_calls.c); LLVM's link-time optimiser (19) fails on the
 * address of an indirect function. */
static void call_by_runtime(struct opass *p, struct call *c) {
    if (c->kind == CALL_EXTERNAL && c->callee_index < 0) return;
    if (LLVMIsAGlobalIFunc(LLVMGetCalledValue(c->inst))) return;
    if (!c->returns_twice && shim_may_dispatch(c->inst)) {
        *OPASS_PUSH(p, p->late.dispatched, p->late.n_dispatched) = *c;
        return;
    }
    LLVMValueRef address = LLVMGetCalledValue(c->inst);
    opass_before(p, c->inst);
    LLVMValueRef target = opass_call(p, HOOK___ordo_target, &address, 1);
    if (!c->returns_twice)
        LLVMSetOperand(c->inst, (unsigned)LLVMGetNumOperands(c->inst) - 1, target);
}

void opass_dispatch(struct opass *p) {
    for (unsigned i = 0; i < p->late.n_dispatched; i++) {
        const struct call *c = &p->late.dispatched[i];
        bool by_address = c->kind == CALL_INDIRECT;
        LLVMValueRef to = by_address ? LLVMGetCalledValue(c->inst) : callee_field(p, c, 0);
        shim_dispatch(c->inst, opass_near(p, by_address ? HOOK___ordo_call_at : HOOK___ordo_call),
                      to);
    }
}

static void call_wrapper(struct opass *p, struct call *c) {
    opass_before(p, c->inst);
    LLVMValueRef target =
        LLVMBuildLoad2(p->b, p->ptr, callee_field(p, c, OPASS_FIELD(callee, target)), "");
    shim_tag_memory(target, SHIM_FRAME);
    LLVMValueRef callee = LLVMGetCalledValue(c->inst);
    if (LLVMIsAFunction(callee) && !LLVMGetIntrinsicID(callee)) {
        LLVMSetOperand(c->inst, (unsigned)LLVMGetNumOperands(c->inst) - 1, target);
        return;
    }
    /* memcpy, memmove or memset of run-time length: still an intrinsic */
    LLVMTypeRef type = LLVMGlobalGetValueType(p->callees[c->callee_index].fn);
    LLVMTypeRef params[3];
    LLVMGetParamTypes(type, params);
    LLVMValueRef args[3];
    for (unsigned i = 0; i < 3; i++) args[i] = LLVMGetOperand(c->inst, i);
    if (params[1] == p->i32) args[1] = LLVMBuildZExt(p->b, args[1], p->i32, "");
    args[2] = LLVMBuildZExtOrBitCast(p->b, args[2], p->i64, "");
    LLVMBuildCall2(p->b, type, target, args, 3, "");
    LLVMInstructionEraseFromParent(c->inst);
    c->inst = NULL;
}

static LLVMValueRef after(struct opass *p, LLVMValueRef inst) {
    (void)p;
    if (!LLVMIsAInvokeInst(inst)) return LLVMGetNextInstruction(inst);
    LLVMBasicBlockRef normal = shim_split_edge(inst, 0);
    return LLVMGetBasicBlockTerminator(normal);
}

static bool is_noreturn(LLVMValueRef inst) {
    LLVMValueRef next = LLVMIsAInvokeInst(inst) ? NULL : LLVMGetNextInstruction(inst);
    return next && LLVMIsAUnreachableInst(next);
}

/* Closes all frames above the caller's, at the builder, before `at`. `args`: thread, frame. */
static void close_stale(struct opass *p, LLVMValueRef *args, LLVMValueRef at) {
    LLVMValueRef top =
        opass_load(p, p->ptr, opass_field(p, args[0], (int64_t)offsetof(struct ordo_thread, top)));
    LLVMValueRef stale = LLVMBuildICmp(p->b, LLVMIntNE, top, args[1], "");
    opass_before(p, shim_if_unlikely(stale, at));
    opass_call(p, HOOK___ordo_unwind, args, 2);
}

static void close_body(struct opass *p, struct routine *r, LLVMValueRef end, uint64_t size) {
    (void)size;
    opass_before(p, end);
    LLVMValueRef args[] = {LLVMGetParam(r->fn, 0), LLVMGetParam(r->fn, 1)};
    close_stale(p, args, end);
}

static void close_left_behind(struct opass *p, struct routine *r, struct call *c) {
    LLVMValueRef at = after(p, c->inst);
    opass_before(p, at);
    LLVMValueRef args[] = {r->thread, opass_frame(p, c->scope)};
    if (c->returns_twice) {
        opass_call(p, HOOK___ordo_unwind, args, 2);
        return;
    }
    if (opass_is_compact(r, c->repeated, OPASS_AT_CALLS))
        opass_compact_call(p, at, "close", 0, close_body, args, true);
    else
        close_stale(p, args, at);
}

void opass_calls(struct opass *p, struct routine *r) {
    for (unsigned i = 0; i < r->n_calls; i++) {
        struct call *c = &r->calls[i];
        if (r->folded) continue; /* all its calls are O(1) */
        if (p->mode->late && (c->kind == CALL_EXTERNAL || c->kind == CALL_INDIRECT))
            call_by_runtime(p, c);
        if (shim_is_musttail(c->inst)) continue;
        shim_no_tail(c->inst);
        bool quiet = c->quiet || c->unit;
        if (!quiet) {
            opass_before(p, c->inst);
            p->mode->flush(p, r);
        }
        if (c->kind == CALL_EXTERNAL && c->callee_index >= 0 && !p->mode->late)
            count_uncovered(p, r, c);
        bool defined =
            c->kind == CALL_DEFINED && !shim_is_interposable(LLVMGetCalledValue(c->inst));
        bool may_leave = !quiet && !defined && !is_noreturn(c->inst) && !p->mode->late;
        if (c->vforks && !p->mode->late)
            opass_vfork(p, c->inst);
        else if (may_leave || c->returns_twice)
            close_left_behind(p, r, c);
        if (c->kind == CALL_MODELLED) call_wrapper(p, c);
    }
}
