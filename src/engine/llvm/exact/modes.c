/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * modes.c: the tables of the modes, and the emitters that only call the runtime.
 */
#include "modes.h"
#include "checks.h"
#include "entries.h"
#include "objects.h"

#include "engine/llvm/ir/emit.h"
#include "engine/llvm/ir/hooks.h"
#include "engine/llvm/ir/routine_slots.h"
#include "engine/llvm/ir/tables.h"
#include "engine/llvm/structure/structure.h"

#include <llvm/Config/llvm-config.h>
#include <stddef.h>

static LLVMValueRef call_leave(struct opass *p, enum hook hook, struct routine *r,
                               struct scope *s) {
    LLVMValueRef args[] = {r->thread, s->frame};
    return opass_call(p, hook, args, 2);
}

static void leave(struct opass *p, struct routine *r, struct scope *s) {
    call_leave(p, HOOK___ordo_leave, r, s);
}

static void enter_routine(struct opass *p, struct routine *r, LLVMValueRef at) {
    r->thread = p->mode->thread(p, at);
    p->mode->push(p, r, r->scope, at);
    opass_store_arguments(p, r);
    if (r->recursive) p->mode->nest(p, r, r->scope);
}

static void no_nesting(struct opass *p, struct routine *r, struct scope *s) {
    (void)p, (void)r, (void)s;
}

/* ---- blocks: in a slot of the routine, which is flushed; or in T->cost at once; or not ---- */

static void count_in_slot(struct opass *p, struct routine *r) {
    opass_slot_set(p, r, r->cost,
                   LLVMBuildAdd(p->b, opass_slot_get(p, r, r->cost), opass_i64(p, 1), ""));
}

static void add_cost(struct opass *p, struct routine *r, LLVMValueRef amount) {
    opass_add(p, r->thread, (int64_t)offsetof(struct ordo_thread, cost), amount);
}

static void flush_slot(struct opass *p, struct routine *r) {
    add_cost(p, r, opass_slot_get(p, r, r->cost));
    opass_slot_set(p, r, r->cost, opass_i64(p, 0));
}

static void count_at_once(struct opass *p, struct routine *r) {
    add_cost(p, r, opass_i64(p, 1));
}

static void nothing(struct opass *p, struct routine *r) {
    (void)p, (void)r;
}

static void checks(struct opass *p, struct routine *r) {
    opass_objects(p, r);
    opass_checks(p, r);
}

/* ---- --drms and --reference: accesses are calls ---- */

static void call_access(struct opass *p, enum hook hook, LLVMValueRef frame, LLVMValueRef pointer,
                        LLVMValueRef size) {
    LLVMValueRef args[] = {frame, pointer, size};
    opass_call(p, hook, args, 3);
}

static void access_by_call(struct opass *p, struct routine *r, LLVMValueRef frame,
                           LLVMValueRef before, const struct access *a) {
    (void)r;
    bool drms = p->options.drms;
    opass_before(p, before);
    LLVMValueRef size = opass_access_size(p, a);
    if (a->read)
        call_access(p, drms ? HOOK___ordo_drms_read : HOOK___ordo_read, frame, a->pointer, size);
    if (a->write)
        call_access(p, drms ? HOOK___ordo_drms_write : HOOK___ordo_write, frame, a->pointer, size);
}

static void birth_by_call(struct opass *p, struct routine *r, const struct birth *birth,
                          LLVMValueRef before, LLVMValueRef pointer, uint64_t size, bool own) {
    (void)r;
    enum hook write = p->options.drms ? HOOK___ordo_drms_write : HOOK___ordo_write;
    LLVMValueRef frame = opass_frame(p, birth->scope);
    opass_before(p, before);
    call_access(p, own ? write : HOOK___ordo_fresh, frame, pointer, opass_i64(p, size));
}

static void nest_by_call(struct opass *p, struct routine *r, struct scope *s) {
    call_leave(p, HOOK___ordo_recur, r, s);
}

/* ---- recorded versions ---- */

static void push_recorded(struct opass *p, struct routine *r, struct scope *s, LLVMValueRef at) {
    (void)r;
    opass_before(p, at);
    LLVMValueRef scope = opass_scope_address(p, s);
    s->frame = opass_call(p, HOOK___ordo_enter, &scope, 1);
}

static void enter_recorded(struct opass *p, struct routine *r, LLVMValueRef at) {
    r->thread = opass_thread_as_known(p, at);
    push_recorded(p, r, r->scope, at);
    if (r->recursive) opass_count_nesting(p, r, r->scope);
}

static void leave_recorded(struct opass *p, struct routine *r, struct scope *s) {
    (void)r;
    opass_call(p, HOOK___ordo_end, &s->frame, 1);
}

/* Accesses of a power of two of at most 16 bytes have hooks of their own, which are shorter to
 * call. */
static void access_recorded(struct opass *p, struct routine *r, LLVMValueRef frame,
                            LLVMValueRef before, const struct access *a) {
    if (a->length || a->size > 16 || (a->size & (a->size - 1)) != 0) {
        access_by_call(p, r, frame, before, a);
        return;
    }
    unsigned power = 0;
    while (1u << power < a->size) power++;
    opass_before(p, before);
    LLVMValueRef address = a->pointer;
    if (a->read) opass_call(p, HOOK___ordo_read_1 + power, &address, 1);
    if (a->write) opass_call(p, HOOK___ordo_write_1 + power, &address, 1);
}

/* ---- --structure ---- */

static void push_structure(struct opass *p, struct routine *r, struct scope *s, LLVMValueRef at) {
    bool loop = s->kind == ORDO_KIND_LOOP;
    LLVMValueRef args[] = {r->thread, opass_scope_address(p, s)};
    opass_before(p, at);
    s->frame = opass_call(p, loop ? HOOK___ordo_loop_enter : HOOK___ordo_routine_enter, args, 2);
}

static void leave_structure(struct opass *p, struct routine *r, struct scope *s) {
    bool loop = s->kind == ORDO_KIND_LOOP;
    call_leave(p, loop ? HOOK___ordo_loop_leave : HOOK___ordo_routine_leave, r, s);
}

/* ---- the tables ---- */

/* Functions of LLVM 16 that save all registers also restore the result's register, so entries
 * cannot be such functions there. */
#if LLVM_VERSION_MAJOR >= 19
#define INLINE_ENTRIES                                                                             \
    .thread = opass_thread_or_made, .enter_routine = opass_enter_compactly,                        \
    .push = opass_push_compactly, .nest = no_nesting
#else
#define INLINE_ENTRIES                                                                             \
    .thread = opass_thread_or_made, .enter_routine = enter_routine, .push = opass_push_inline,     \
    .nest = opass_count_nesting
#endif

/* All but what is done for an access and for a birth. */
#define INLINE                                                                                     \
    INLINE_ENTRIES, .leave = leave, .count = count_in_slot, .flush = flush_slot, .memory = checks, \
                    .compact = true

static const struct mode exact = {
    INLINE,
    .access = opass_check_inline,
    .birth = opass_birth_inline,
};

static const struct mode drms = {
    INLINE,
    .access = access_by_call,
    .birth = birth_by_call,
};

/* Nothing is delayed, and nothing but the frame is inline. */
static const struct mode reference = {
    .thread = opass_thread_or_made,
    .enter_routine = enter_routine,
    .push = opass_push_inline,
    .nest = nest_by_call,
    .leave = leave,
    .count = count_at_once,
    .flush = nothing,
    .memory = checks,
    .access = access_by_call,
    .birth = birth_by_call,
};

/* The hooks count the nesting. */
static const struct mode structure = {
    .thread = opass_thread_or_made,
    .enter_routine = enter_routine,
    .push = push_structure,
    .nest = no_nesting,
    .leave = leave_structure,
    .count = count_in_slot,
    .flush = flush_slot,
    .memory = opass_structure_emit,
};

const struct mode opass_mode_recorded = {
    .thread = opass_thread_as_known,
    .enter_routine = enter_recorded,
    .push = push_recorded,
    .nest = opass_count_nesting,
    .leave = leave_recorded,
    .count = nothing,
    .flush = nothing,
    .memory = checks,
    .access = access_recorded,
    .birth = birth_by_call,
    .late = true,
};

const struct mode *opass_mode_of(const struct opass_options *options) {
    if (options->statements || options->production || options->counts_only) return NULL;
    if (options->structure) return &structure;
    if (options->reference) return &reference;
    return options->drms ? &drms : &exact;
}
