/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * sample_interrupted.c: samples that a signal handler or a fork interrupts. Handlers run plain code
 * on the idle state, and then return to the sample that they interrupted. A fork's child loses the
 * sample that it was in; the parent continues it.
 */
#include "engine/runtime/core/thread.h"
#include "engine/runtime/sampling/rotation.h"
#include "engine/runtime/system/os.h"
#include "engine/runtime/system/raw_file.h"
#include "gate_area.h"
#include "sample_clock.h"
#include "sampled_scopes.h"
#include "sampler.h"
#include "sampling_control.h"
#include "sampling_signals.h"

#define TRAMPOLINE_FRAME 256 /* most bytes of the frame that calls ort_signal_enter */

struct ordo_thread *ort_sampler_signal_enter(void) {
    struct ort_sampler *s = ort_sampler_own;
    if (!s || s->handler) return NULL;
    s->handler = (const char *)__builtin_frame_address(0) + TRAMPOLINE_FRAME;
    struct ordo_thread *interrupted = __ordo_self;
    ort_sampling_set(0);
    __ordo_self = ort_thread_idle();
    return ort_sample_recording(s) ? &ort_sample_recording(s)->state->hot
           : interrupted           ? interrupted
                                   : __ordo_self;
}

void ort_sampler_signal_leave(struct ordo_thread *interrupted) {
    if (!interrupted) return;
    ort_sampler_own->handler = NULL;
    __ordo_self = interrupted;
    ort_sampling_set(ort_sample_recording(ort_sampler_own) != NULL);
}

/* Continues a recorded routine of t after a jump out of a handler. */
void ort_sampler_return(struct ort_thread *t) {
    struct ort_sampler *s = ort_sampler_own;
    if (!s || t->sampler != s || !s->open) return;
    s->handler = NULL;
    while (s->open > 1 && s->samples[s->open - 1].state != t) {
        if (ort_sample_recording(s)) ort_sample_give_up(s, ORDO_SAMPLE_LEFT);
        ort_sample_close(s);
    }
    __ordo_self = &t->hot;
    ort_sampling_set(ort_sample_recording(s) != NULL);
}

/* ---- fork ---- */

struct ort_thread *ort_sampler_state(uint32_t i) {
    if (!ort_sampler_own) return NULL;
    for (uint32_t level = 0; level < ORT_SAMPLE_LEVELS; level++) {
        struct ort_thread *t =
            level ? ort_sampler_own->samples[level].state : ort_sampler_own->state;
        if (t && i-- == 0) return t;
    }
    return NULL;
}

/* 1: the lock was not taken, because this thread may hold it: a handler that forks interrupted the
 * sampler. */
static __thread int kept_lock;

void ort_sampler_lock(void) {
    kept_lock = ort_sampler_own && ort_sampler_own->busy;
    if (!kept_lock) ort_sampled_scopes_lock();
}

void ort_sampler_unlock(void) {
    if (!kept_lock) ort_sampled_scopes_unlock();
}

static void forget(struct ort_sampler *s) {
    ort_gates_forget(&s->gates);
    for (uint32_t id = 0; id < s->recorded_room; id++)
        s->recorded[id] = (struct ort_recorded){0, 0, 0, 0};
}

void ort_sampler_forget(void) {
    struct ordo_raw_header *h = ort_raw_header();
    h->sampled_ns = h->unsampled = h->unlogged = 0;
    ort_clock_start();
    ort_sampled_scopes_forget();
    for (struct ort_thread *t = ort_threads; t; t = t->next)
        if (t->own_sampler) forget(t->own_sampler);
}

/* Makes the sample hollow in a fork's child; the parent continues it. */
static void lose(struct ort_sample *x) {
    struct ort_thread *t = x->state;
    x->hollow = 1;
    t->hot.tick = 0;
    t->hot.limit = t->frames_end - 1;
    t->hot.nest = ort_thread_shared_nest();
    for (struct ordo_frame *f = t->frames + 1; f <= t->hot.top; f++) {
        const struct ordo_scope *scope = f->scope;
        f->flags = ORT_FRAME_COUNTED;
        f->cost_below = f->iterations;
        t->own_nest[scope->id] = (struct ordo_nest){0, 0, 0, 0};
        if (scope->group) t->own_nest[scope->group->id] = (struct ordo_nest){0, 0, 0, 0};
    }
}

void ort_sampler_forked(void) {
    struct ort_sampler *s = ort_sampler_own;
    ort_rotation_forked(ort_sample_recording(s) || (s && s->busy));
    ort_sampler_forget();
    ort_sampling_rotated(); /* the child's file is new */
    ort_control_in_child();
    if (!s) return;
    ort_sampler_time_forget(s);
    for (uint32_t i = 0; i < s->open; i++) lose(&s->samples[i]);
    ort_sampling_set(0); /* the child's gates were copied when the parent had already continued */
}
