/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * vg_calls.c: turns calls, returns and jumps into activations.
 *
 * Invariant: the stack pointers of open activations (frame->args[0], the address of the return
 * address) never grow from the bottom of the shadow stack to its top. They are equal only if one
 * routine ended with a jump to another. So the program has left every activation whose stack
 * pointer is below that of a call or a return, be it by a return, longjmp or an exception, and that
 * activation ends first.
 *
 * Routines that jump to each other forever would never end: when MOST_JUMPS activations have the
 * same stack pointer, the latest one ends.
 */
#include "vg_calls.h"
#include "vg_frames.h"
#include "vg_loops.h"
#include "vg_state.h"

#include "engine/runtime/core/activation_end.h"
#include "engine/runtime/lifecycle/signal.h"

#define MOST_JUMPS 64

static inline uint64_t sp_of(const struct ordo_frame *f) {
    return (uint64_t)OVG_SP(f);
}

/* Leaves signal handlers that siglongjmp left: the stack pointer is above the place where the
 * handler began, or on another stack. */
static __attribute__((noinline)) struct ordo_thread *leave_handlers(uint64_t sp) {
    struct ort_thread *t;
    while ((t = ort_thread_current()) && t->interrupted &&
           (sp > OVG_HANDLER_HIGH(t->frames) || sp < OVG_HANDLER_LOW(t->frames))) {
        ort_signal_leave(t->interrupted);
        ovg_state_note();
    }
    return __ordo_self;
}

/* Ends the activations below the stack pointer. Returns the state that continues. */
static inline struct ordo_thread *unwind(struct ordo_thread *hot, uint64_t sp) {
    struct ort_thread *t = (struct ort_thread *)hot;
    ovg_state_settle_costs(hot);
    if (unlikely(t->interrupted != NULL)) {
        hot = leave_handlers(sp);
        t = (struct ort_thread *)hot;
    }
    while (hot->top > t->frames && sp_of(hot->top) < sp) __ordo_leave(hot, hot->top);
    return hot;
}

/* Returns whether too many activations share the top's stack pointer. */
static int is_chain(const struct ordo_thread *hot) {
    const struct ort_thread *t = (const struct ort_thread *)hot;
    const struct ordo_frame *f = hot->top - MOST_JUMPS;
    return f > t->frames && OVG_SP(f) == OVG_SP(hot->top);
}

static inline int is_binding(void) {
    return unlikely(ovg_now.binding_until != 0);
}

/* Returns whether the open call of an allocator, if any, is below the stack pointer, so that it
 * has returned. */
static inline int has_left_allocator(uint64_t sp) {
    return ovg_now.allocator - 1 < sp - 1;
}

/* Does what ovg_state_top does, if ovg_now.special is 0. */
static inline void new_top(const struct ordo_thread *hot) {
    ovg_now.frame = hot->top;
    ovg_now.stamp = hot->top->stamp | (ovg_now.stamp & OVG_QUIET);
    ovg_now.sp = sp_of(hot->top);
}

static __attribute__((noinline)) void enter_specially(struct ovg_routine *r, uint64_t sp) {
    struct ordo_thread *hot = __ordo_self;
    if (is_binding() || !hot->tick || !r) return;
    hot = unwind(hot, sp);
    if (ovg_is_outside(hot) && !r->is_chosen) return;
    if (sp_of(hot->top) == sp && is_chain(hot)) __ordo_leave(hot, hot->top);
    if (has_left_allocator(sp)) ovg_now.allocator = 0;
    int allocates = r->allocates && !ovg_now.allocator;
    if (allocates) ovg_now.allocator = sp;
    ovg_frame_push(hot, &r->scope, sp);
    if (ovg_measures_loops) OVG_RETURN(hot->top) = *(const int64_t *)(uintptr_t)sp;
    if (allocates && r->allocates == OVG_OBTAINS)
        ((struct ort_thread *)hot)->counts[ORDO_COST_ALLOCS]++;
    ovg_state_top(hot);
}

/* Returns whether the innermost activation ends before one with this stack pointer begins. */
static inline int lies_below(const struct ordo_thread *hot, uint64_t sp) {
    uint64_t top = sp_of(hot->top);
    return top <= sp && (top < sp || is_chain(hot));
}

/* Begins an activation. Nearly always there is nothing to unwind and nothing is special. */
static inline void enter(struct ovg_routine *r, uint64_t sp) {
    struct ordo_thread *hot = __ordo_self;
    if (unlikely(ovg_now.special) || unlikely(!hot->tick) || unlikely(!r) ||
        unlikely(lies_below(hot, sp)) || unlikely(has_left_allocator(sp)) ||
        (unlikely(r->allocates) && !ovg_now.allocator)) {
        enter_specially(r, sp);
        return;
    }
    hot->cost = ovg_now.cost;
    ovg_frame_push(hot, &r->scope, sp);
    if (likely(hot->tick)) new_top(hot);
}

void ovg_call(struct ovg_routine *routine, uint64_t sp) {
    enter(routine, sp);
}

void ovg_call_to(uint64_t target, uint64_t sp) {
    if (is_binding()) return;
    struct ovg_routine *r = ovg_routine_known(target);
    if (unlikely(!r)) {
        if (!__ordo_self->tick || ovg_routine_arrival(target) == OVG_LINKAGE) return;
        r = ovg_routine_at(target);
    }
    enter(r, sp);
}

void ovg_jump(struct ovg_routine *routine, uint64_t sp) {
    struct ordo_thread *hot = __ordo_self;
    if (is_binding() || !hot->tick) return;
    if (sp_of(hot->top) != sp && !ovg_is_outside(hot)) return;
    if (hot->top->scope->routine == &routine->scope) return; /* to its own beginning */
    enter(routine, sp);
}

/* Ends a lazy binding: the dynamic linker has found the routine. */
static void bound(uint64_t target, uint64_t sp) {
    ovg_now.cost = ovg_now.binding_cost;
    ovg_now.instructions = ovg_now.binding_instructions;
    ovg_now.binding_until = 0;
    ovg_state_note_special();
    ovg_state_top(__ordo_self);
    ovg_linkage_to(target, sp);
}

void ovg_jump_to(uint64_t target, uint64_t sp) {
    struct ordo_thread *hot = __ordo_self;
    if (!hot->tick) return;
    if (is_binding()) {
        if (sp == ovg_now.binding_until) bound(target, sp);
        return;
    }
    uint64_t top = sp_of(hot->top);
    if (sp < top) return;
    if (sp > top) {
        ovg_state_top(unwind(hot, sp));
        if (ovg_measures_loops) ovg_loop_arrive(target);
        return;
    }
    struct ovg_routine *r = ovg_routine_known(target);
    if (!r) {
        static uint64_t inside[64]; /* the latest targets that do not begin a routine */
        uint64_t *latest = &inside[target >> 2 & 63];
        if (*latest == target) return;
        if (ovg_routine_arrival(target) != OVG_ENTRY) {
            *latest = target;
            return;
        }
        r = ovg_routine_at(target);
    }
    if (r) ovg_jump(r, sp);
}

void ovg_linkage_to(uint64_t target, uint64_t sp) {
    struct ovg_routine *r = ovg_routine_known(target);
    if (is_binding() || !__ordo_self->tick) return;
    if (!r) {
        if (ovg_routine_arrival(target) == OVG_LINKAGE) return; /* not bound yet */
        r = ovg_routine_at(target);
    }
    enter(r, sp);
}

void ovg_bind(uint64_t sp) {
    if (is_binding() || !__ordo_self->tick) return;
    ovg_now.binding_until = sp;
    ovg_state_note_special();
    ovg_now.binding_cost = ovg_now.cost;
    ovg_now.binding_instructions = ovg_now.instructions;
    ovg_state_top(__ordo_self);
}

void ovg_return(uint64_t target, uint64_t sp) {
    struct ordo_thread *hot = __ordo_self;
    if (unlikely(!hot->tick)) return;
    if (likely(!ovg_now.special) && likely(!has_left_allocator(sp)) &&
        likely(sp_of(hot->top) < sp) &&
        likely(sp_of(hot->top - 1) >= sp)) { /* nearly always: only the innermost one ends */
        hot->cost = ovg_now.cost;
        ort_activation_end((struct ort_thread *)hot, hot->top, 0, 1);
        new_top(hot);
        return;
    }
    if (is_binding()) {
        if (sp <= ovg_now.binding_until) return;
        ovg_now.binding_until = 0;
        ovg_state_note_special();
    }
    if (ovg_is_outside(hot)) return;
    if (has_left_allocator(sp)) ovg_now.allocator = 0;
    struct ordo_frame *top = hot->top;
    hot = unwind(hot, sp);
    ovg_state_top(hot);
    if (unlikely(hot->top == top)) ovg_jump_to(target, sp); /* a return used as a jump */
    /* Control does not continue behind the call, but, for example, where an exception is caught. */
    if (ovg_measures_loops && hot->tick && OVG_RETURN(hot->top + 1) != (int64_t)target)
        ovg_loop_arrive(target);
}

void ovg_begin(uint64_t entry, uint64_t sp) {
    if (__ordo_self && __ordo_self->tick) enter(ovg_routine_at(entry), sp);
}
