/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * stack_switch.c: coroutines (effects.h). A machine stack that begins to run gets a state from the
 * pool, as a thread does. Code that switches back to a stack passes the state of that stack. A
 * state without open activations goes back to the pool at the next switch. Its stack has finished:
 * on a stack that is only suspended, the routine that switched is open.
 */
#include "engine/runtime/core/effects.h"
#include "engine/runtime/core/seams.h"
#include "engine/runtime/core/thread.h"

void ort_stack_begin(int fresh) {
    if (ort_sampler_on) {
        ort_sampler_drop(); /* a sample stays on its stack */
        return;
    }
    if (!fresh || !ort_thread_current()) return;
    struct ort_thread *own = ort_thread_adopt();
    if (!own) return;
    own->own_stack = 1;
    __ordo_self = &own->hot;
}

void ort_stack_return(struct ordo_thread *t) {
    if (ort_sampler_on) return;
    struct ort_thread *from = (struct ort_thread *)__ordo_self;
    __ordo_self = t;
    if (&from->hot == t || !ort_thread_current() || !from->hot.tick) return;
    if (from->own_stack && from->hot.top == from->frames) ort_thread_release(from);
}
