/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "entries.h"
#include "compact.h"
#include "found_context.h"

#include "engine/llvm/ir/emit.h"
#include "engine/llvm/ir/hooks.h"
#include "engine/llvm/ir/tables.h"

#include <stddef.h>

#define THREAD(field) ((int64_t)offsetof(struct ordo_thread, field))
#define FRAME(field) ((int64_t)offsetof(struct ordo_frame, field))
#define NEST(field) ((int64_t)offsetof(struct ordo_nest, field))
#define SCOPE(field) ((int64_t)offsetof(struct ordo_scope, field))
enum { NEST_SHIFT = 4 };
_Static_assert(sizeof(struct ordo_nest) == 1 << NEST_SHIFT, "nest_at");

LLVMValueRef opass_thread_as_known(struct opass *p, LLVMValueRef at) {
    opass_before(p, at);
    return opass_load(p, p->ptr, shim_thread_address(p->b, p->m, p->self));
}

LLVMValueRef opass_thread_or_made(struct opass *p, LLVMValueRef at) {
    LLVMValueRef known = opass_thread_as_known(p, at);
    return opass_or_made(p, known, at, HOOK___ordo_begin, NULL, 0);
}

/* ---- nesting counters (abi.h: ordo_nest) ---- */

static LLVMValueRef nest_at(struct opass *p, struct routine *r, LLVMValueRef id) {
    LLVMValueRef table = opass_load_stable(p, p->ptr, opass_field(p, r->thread, THREAD(nest)));
    LLVMValueRef offset = LLVMBuildShl(p->b, id, opass_i64(p, NEST_SHIFT), "");
    return LLVMBuildGEP2(p->b, p->i8, table, &offset, 1, "");
}

/* Loads the id of the scope at this address. */
static LLVMValueRef id_at(struct opass *p, LLVMValueRef scope) {
    LLVMValueRef at = opass_field(p, scope, SCOPE(id));
    return LLVMBuildZExt(p->b, opass_load(p, p->i32, at), p->i64, "");
}

LLVMValueRef opass_scope_id(struct opass *p, struct scope *s) {
    return id_at(p, opass_scope_address(p, s));
}

static LLVMValueRef nest_of(struct opass *p, struct routine *r, struct scope *s) {
    return nest_at(p, r, opass_scope_id(p, s));
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

void opass_count_nesting(struct opass *p, struct routine *r, struct scope *s) {
    LLVMValueRef own = nest_of(p, r, s);
    count_open(p, own);
    if (s->kind == ORDO_KIND_LOOP) return;
    count_level(p, r->group == r ? own : nest_of(p, r, r->group->scope), s->frame);
}

/* ---- frames ---- */

/* Pushes a frame of thread `t` for the scope, before `at`, and leaves the builder there. */
static LLVMValueRef push(struct opass *p, LLVMValueRef t, LLVMValueRef scope, LLVMValueRef at,
                         bool finds_context) {
    LLVMValueRef top = opass_load(p, p->ptr, opass_field(p, t, THREAD(top)));
    LLVMValueRef next = opass_field(p, top, sizeof(struct ordo_frame));
    LLVMValueRef limit = opass_load(p, p->ptr, opass_field(p, t, THREAD(limit)));
    LLVMValueRef full = LLVMBuildICmp(p->b, LLVMIntUGE, next, limit, "");
    LLVMValueRef frame = opass_unless(p, full, next, at, HOOK___ordo_push, &t, 1);

    LLVMValueRef clock = opass_load(p, p->i32, opass_field(p, t, THREAD(clock)));
    LLVMValueRef tick = opass_load(p, p->i32, opass_field(p, t, THREAD(tick)));
    LLVMValueRef time = LLVMBuildAdd(p->b, clock, tick, "");
    LLVMValueRef wrapped = LLVMBuildICmp(p->b, LLVMIntULT, time, clock, "");
    LLVMValueRef stamp = opass_unless(p, wrapped, time, at, HOOK___ordo_renumber, &t, 1);
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
    if (finds_context) opass_found_context(p, t, frame, scope, at);
    opass_store(p, frame, opass_field(p, t, THREAD(top)));
    return frame;
}

void opass_push_inline(struct opass *p, struct routine *r, struct scope *s, LLVMValueRef at) {
    opass_before(p, at);
    s->frame = push(p, r->thread, opass_scope_address(p, s), at, false);
}

/* ---- entries that the module has once (compact.c), with parameters thread and scope ---- */

static LLVMValueRef loop_body(struct opass *p, struct routine *r, LLVMValueRef end) {
    return push(p, r->thread, LLVMGetParam(r->fn, 1), end, true);
}

static LLVMValueRef nested_loop_body(struct opass *p, struct routine *r, LLVMValueRef end) {
    LLVMValueRef scope = LLVMGetParam(r->fn, 1), frame = push(p, r->thread, scope, end, true);
    count_open(p, nest_at(p, r, id_at(p, scope)));
    return frame;
}

/* A routine may be the thread's first, so these two find the thread themselves. */
static LLVMValueRef routine_body(struct opass *p, struct routine *r, LLVMValueRef end) {
    r->thread = opass_thread_or_made(p, end);
    return push(p, r->thread, LLVMGetParam(r->fn, 1), end, true);
}

static LLVMValueRef recursive_routine_body(struct opass *p, struct routine *r, LLVMValueRef end) {
    LLVMValueRef scope = LLVMGetParam(r->fn, 1), frame = routine_body(p, r, end);
    LLVMValueRef group = opass_load(p, p->ptr, opass_field(p, scope, SCOPE(group)));
    count_open(p, nest_at(p, r, id_at(p, scope)));
    count_level(p, nest_at(p, r, id_at(p, group)), frame);
    return frame;
}

void opass_push_compactly(struct opass *p, struct routine *r, struct scope *s, LLVMValueRef at) {
    LLVMValueRef args[] = {r->thread, opass_scope_address(p, s)};
    s->frame = r->recursive ? opass_compact_entry(p, at, "enter_again", nested_loop_body, args)
                            : opass_compact_entry(p, at, "enter", loop_body, args);
}

void opass_enter_compactly(struct opass *p, struct routine *r, LLVMValueRef at) {
    LLVMValueRef args[] = {LLVMConstNull(p->ptr), opass_scope_address(p, r->scope)};
    r->scope->frame = r->recursive
                          ? opass_compact_entry(p, at, "call_again", recursive_routine_body, args)
                          : opass_compact_entry(p, at, "call", routine_body, args);
    r->thread = opass_thread_as_known(p, at);
    opass_store_arguments(p, r);
}

void opass_store_arguments(struct opass *p, struct routine *r) {
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
        opass_store(p, v, opass_field(p, r->scope->frame, FRAME(args) + 8 * (int64_t)n));
        n++;
    }
}
