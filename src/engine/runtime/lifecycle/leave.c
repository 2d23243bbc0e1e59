/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * leave.c: the hooks by which instrumented code ends activations: after a return, or after a jump
 * or an exception that leaves several of them.
 */
#include "engine/runtime/core/activation.h"
#include "engine/runtime/core/seams.h"
#include "engine/runtime/system/stop.h"
#include "signal.h"

/* Ends the activations above f that were left without a call of a hook. Returns 0 if f is not on
 * the stack at all: the machine stack was switched unnoticed, and recording stops. */
static __attribute__((noinline, cold)) int settle_above(struct ort_thread *t,
                                                        struct ordo_frame *f) {
    if (&t->hot != __ordo_self) ort_state_return(t);
    if (f > t->hot.top || f <= t->frames) {
        ort_stop(ORDO_STOP_STACK_SWITCH, 0);
        return 0;
    }
    ort_activation_end_above(t, f, 0);
    return 1;
}

__attribute__((visibility("default"))) void __ordo_leave(struct ordo_thread *hot,
                                                         struct ordo_frame *f) {
    if (unlikely(!hot->tick)) {
        hot->top = f - 1;
        if (ort_sampler_on) ort_sampler_unrecorded(hot, f);
        return;
    }
    struct ort_thread *t = (struct ort_thread *)hot;
    if (unlikely(hot->top != f) && !settle_above(t, f)) return;
    ort_activation_end_top(t, f, 0);
    if (unlikely(ort_sampler_on)) ort_sampler_tired(t);
}

__attribute__((visibility("default"))) void __ordo_unwind(struct ordo_thread *hot,
                                                          struct ordo_frame *f) {
    if (hot != __ordo_self) ort_state_return((struct ort_thread *)hot);
    if (!hot->tick) {
        hot->top = f;
        return;
    }
    struct ort_thread *t = (struct ort_thread *)hot;
    if (f > hot->top || f < t->frames) /* the frame of a folded routine at the bottom is the root */
        ort_stop(ORDO_STOP_STACK_SWITCH, 0);
    else
        ort_activation_unwind(t, f);
}
