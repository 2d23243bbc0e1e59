/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * sample_course.c: how a sample begins, is given up and ends.
 *
 * A sample begins with a new root stamp, above all stamps in the state's shadow memory. So every
 * cell counts as never accessed, whatever earlier samples left there, and nothing has to be
 * cleared. From then on everything works as in any build, until the sample's lowest activation
 * ends.
 *
 * Giving a sample up ends its activations at once, marked so that they give no points, and counts
 * them in `at_exit`: what they call later is not recorded. Their frames
 * are then put back, because the recorded code that is still running holds their addresses. The
 * sample is hollow (sampler.h): the state's clock stands still, callees run plain, and what the
 * frames count from then on (executions and iterations, which must be exact) is added when they are
 * left.
 *
 * A sample that an exception or a longjmp has left is found by the stack: plain code that runs in
 * the frame that the sample began in, or in an older one, has returned from it.
 */
#include "engine/runtime/core/activation.h"
#include "engine/runtime/core/frame_push.h"
#include "engine/runtime/core/recursion.h"
#include "engine/runtime/core/sample_shadow.h"
#include "engine/runtime/core/slots.h"
#include "engine/runtime/core/thread.h"
#include "engine/runtime/sampling/rotation.h"
#include "engine/runtime/system/os.h"
#include "engine/runtime/system/raw_file.h"
#include "gate_area.h"
#include "recorded_hooks.h"
#include "sample_clock.h"
#include "sampled_scopes.h"
#include "sampler.h"

struct ort_thread *ort_sample_state(void) {
    struct ort_thread *t = ort_thread_adopt();
    if (!t) return NULL;
    t->hot.tick = 0;
    t->hot.limit = t->frames_end - 1;
    return t;
}

/* Returns the recursion that the sampled loop's routine belongs to, or NULL. It was entered before
 * the sample began, so that none of the sample's activations is outermost. */
static const struct ordo_scope *recursion_below(const struct ort_sample *x) {
    const struct ordo_scope *routine = x->scope->kind == ORDO_KIND_LOOP ? x->scope->routine : NULL;
    return routine && routine->flags & ORDO_SCOPE_RECURSIVE ? routine->group : NULL;
}

int ort_sample_begin(struct ort_sampler *s, const struct ordo_gate_info *info, const void *stack) {
    struct ort_sample *x = &s->samples[s->open];
    struct ort_thread *t = x->state = s->open ? x->state : s->state;
    if (!t) {
        uint64_t saved = ort_os_signals_block();
        t = x->state = ort_sample_state();
        ort_os_signals_restore(saved);
        if (!t) return 0;
        t->sampler = s;
    }
    t->hot.tick = 1;
    t->hot.limit = t->extras ? NULL : t->frames_end;
    if (ort_raw_header()->stop) { /* by a thread that may not have seen the tick */
        t->hot.tick = 0;
        return 0;
    }
    ort_frame_begin_root(t, t->hot.cost);
    ort_sample_shadow_begin(t->sample_shadow);
    t->children_used = 0;
    t->zeroed_used = 0; /* objects of earlier samples: their cells count as never accessed */
    x->scope = ordo_gate_scope(info);
    x->group = x->scope->kind == ORDO_KIND_ROUTINE ? x->scope->group->id : 0;
    x->activations = 0;
    const struct ordo_scope *below = recursion_below(x);
    if (below) t->own_nest[below->id].level = 1;
    x->hollow = 0;
    x->stack = stack;
    x->self = __ordo_self ? __ordo_self : ort_thread_idle(); /* recorded code never finds NULL */
    s->hooks.patience = ORT_PATIENCE;
    s->open++;
    __ordo_self = &t->hot;
    ort_sampling_set(1);
    return 1;
}

/* ---- the end of a sample ---- */

/* Ends the thread's innermost sample; plain code continues. */
void ort_sample_close(struct ort_sampler *s) {
    struct ort_sample *x = &s->samples[--s->open];
    ort_sample_pay_hollow(s);
    struct ort_thread *t = x->state;
    t->hot.tick = 0;
    t->hot.limit = t->frames_end - 1;
    t->hot.top = t->frames;
    t->hot.nest = t->own_nest;
    const struct ordo_scope *below = recursion_below(x);
    if (below) t->own_nest[below->id].level = 0;
    __ordo_self = x->self;
    ort_sampling_set(0);
    if (!x->hollow) ort_rotation_leave();
}

/* Records the sample and pays for it: its lowest activation f has ended. */
static void finish(struct ort_sampler *s, struct ort_sample *x, const struct ordo_frame *f,
                   uint64_t cost, uint64_t depth) {
    uint64_t now = ort_clock_ticks();
    int loop = f->scope->kind == ORDO_KIND_LOOP;
    uint32_t flags = x->flags;
    if (f->flags & ORT_FRAME_INCOMPLETE && !(flags & (ORDO_SAMPLE_GIVEN_UP | ORDO_SAMPLE_LEFT)))
        flags |= ORDO_SAMPLE_INCOMPLETE;
    struct ordo_raw_sample sample = {.scope = x->scope->id,
                                     .flags = flags,
                                     .time_ns = ort_clock_since_start(now),
                                     .executions = x->executions,
                                     .iterations = loop ? x->iterations : 0,
                                     .own = loop ? f->iterations : x->activations,
                                     .cost = cost,
                                     .n = loop ? (uint64_t)f->rms : depth,
                                     .rms = (uint64_t)f->rms};
    int whole = !(flags & ~(uint32_t)ORDO_SAMPLE_SECOND);
    s->holder = (const char *)__builtin_frame_address(0);
    ort_barrier();
    ort_sampled_scope_add(x->scope->id, whole ? &s->hooks.cells : NULL, &sample);
    ort_barrier();
    s->holder = NULL;
    now = ort_clock_ticks();
    ort_clock_adjust(now);
    uint64_t ns = ort_sample_pay(s, x, now);
    if (!(flags & ORDO_SAMPLE_GIVEN_UP)) ort_interval_went_well(&x->choice->past, ns);
}

void ort_sampler_ended(struct ort_thread *t, struct ordo_frame *f, uint64_t cost, uint64_t depth) {
    struct ort_sampler *s = t->sampler;
    if (!s || !s->open) return;
    struct ort_sample *x = &s->samples[s->open - 1];
    const struct ordo_scope *scope = f->scope;
    struct ort_recorded *r = ort_sampler_recorded(s, scope->id);
    /* As at its gate, only outermost activations of a recursion are executions. */
    if (r && !(scope->flags & ORDO_SCOPE_RECURSIVE && f->depth_level)) r->executions++;
    if (r && scope->kind == ORDO_KIND_LOOP) r->iterations += f->iterations;
    if (scope->group && scope->group->id == x->group) x->activations++;
    if (t->hot.top != t->frames || x->state != t) return;
    uint32_t busy = s->busy;
    s->busy = 1;
    ort_barrier();
    finish(s, x, f, cost, depth);
    if (!x->hollow) ort_sample_close(s);
    ort_barrier();
    s->busy = busy;
}

/* ---- giving up ---- */

void ort_sample_give_up(struct ort_sampler *s, uint32_t why) {
    struct ort_sample *x = &s->samples[s->open - 1];
    struct ort_thread *t = x->state;
    struct ordo_frame *top = t->hot.top;
    x->flags |= why;
    x->hollow = 1;
    if (why == ORDO_SAMPLE_GIVEN_UP) {
        ort_interval_given_up(&x->choice->past);
        ort_gate_set_to(x->gate, ort_gate_executions(x->gate),
                        ort_interval_draw(&x->choice->past, ort_gate_executions(x->gate),
                                          ort_settings.rate, &s->random));
    }
    if (top != t->frames) top->flags |= ORT_FRAME_INCOMPLETE;
    ort_activation_end_above(t, t->frames, 1);
    for (struct ordo_frame *f = t->frames + 1; f <= top; f++) {
        f->flags |= ORT_FRAME_COUNTED;
        f->cost_below = f->iterations;
    }
    t->hot.tick = 0;
    t->hot.limit = t->frames_end - 1;
    t->hot.nest = ort_thread_shared_nest();
    t->hot.top = top;
    ort_sampling_set(0);
    ort_rotation_leave();
}

struct ort_sample *ort_sample_recording(struct ort_sampler *s) {
    struct ort_sample *x = s && s->open ? &s->samples[s->open - 1] : NULL;
    return x && !x->hollow ? x : NULL;
}

int ort_sampler_look(struct ort_sampler *s) {
    struct ort_sample *x = ort_sample_recording(s);
    s->hooks.patience = ORT_PATIENCE;
    if (!x || !ort_sample_used_up(s, x)) return 0;
    s->busy = 1;
    ort_barrier();
    ort_sample_give_up(s, ORDO_SAMPLE_GIVEN_UP);
    ort_barrier();
    s->busy = 0;
    return 1;
}

void ort_sampler_drop(void) {
    if (!ort_sample_recording(ort_sampler_own)) return;
    ort_sampler_own->busy = 1;
    ort_barrier();
    ort_sample_give_up(ort_sampler_own, ORDO_SAMPLE_LEFT);
    ort_barrier();
    ort_sampler_own->busy = 0;
}

/* Is f, of a recursion's routine, outermost among the frames of the hollow sample x? Nesting is not
 * counted there, so the frames are searched. */
static int is_outermost(const struct ort_sample *x, const struct ordo_frame *f) {
    const struct ordo_scope *group = f->scope->group;
    if (recursion_below(x) == group) return 0;
    for (const struct ordo_frame *g = f - 1; g > x->state->frames; g--) {
        ort_hollow_hooks++; /* the budget pays for it */
        if (g->scope->flags & ORDO_SCOPE_RECURSIVE && g->scope->kind == ORDO_KIND_ROUTINE &&
            g->scope->group == group)
            return 0;
    }
    return 1;
}

/* Counts f, an activation of a recursion's routine that began in the hollow sample. Returns 1 if it
 * is one of the recursion's executions. */
static uint64_t count_unit(const struct ort_sample *x, const struct ordo_frame *f,
                           struct ort_slot *slot) {
    struct ordo_nest *nest = &x->state->own_nest[f->scope->group->id];
    int outermost = is_outermost(x, f);
    if (!outermost && !nest->recurred) {
        nest->recurred = 1;
        ort_recursion_begin_units(x->state, f->scope->group->id, f->scope);
    }
    if (outermost && nest->recurred) slot->total->units++;
    return (uint64_t)outermost;
}

/* Adds what the frame of a hollow sample has counted since the sample was given up. */
static void count_hollow(struct ort_sampler *s, const struct ort_sample *x, struct ordo_frame *f) {
    const struct ordo_scope *scope = f->scope;
    struct ort_slot *slot = ort_slot_get(x->state, scope);
    uint64_t executions = !(f->flags & ORT_FRAME_COUNTED), iterations = 0;
    if (scope->kind == ORDO_KIND_LOOP) iterations = f->iterations - f->cost_below;
    f->flags = 0;
    if (!slot) return;
    uint64_t units = executions;
    if (executions && scope->kind == ORDO_KIND_ROUTINE && scope->flags & ORDO_SCOPE_RECURSIVE)
        units = count_unit(x, f, slot);
    slot->total->calls += executions;
    if (slot->total->at_exit < UINT32_MAX) slot->total->at_exit += (uint32_t)executions;
    slot->total->iterations += iterations;
    slot->total->self += scope->kind == ORDO_KIND_LOOP ? iterations : executions;
    slot->total->cost += scope->kind == ORDO_KIND_LOOP ? iterations : 0;
    struct ort_recorded *r = ort_sampler_recorded(s, scope->id);
    if (!r) return;
    r->executions += units;
    r->iterations += iterations;
}

void ort_sampler_unrecorded(struct ordo_thread *hot, struct ordo_frame *f) {
    struct ort_sampler *s = ort_sampler_own;
    uint32_t i = s ? s->open : 0;
    while (i && &s->samples[i - 1].state->hot != hot) i--;
    if (!i) return; /* f belongs to the idle state */
    struct ort_thread *t = s->samples[i - 1].state;
    int last = f == t->frames_end - 1; /* serves all that are too deep: its counts mean nothing */
    if (s->samples[i - 1].hollow && !last && !ort_raw_header()->stop && ort_rotation_enter(0)) {
        count_hollow(s, &s->samples[i - 1], f);
        ort_rotation_leave();
    }
    if (f - 1 != t->frames) return;
    while (s->open >= i) ort_sample_close(s);
}

/* Ends the samples that plain code at `stack` has returned from. */
void ort_sample_close_left(struct ort_sampler *s, const char *stack) {
    while (s->open && s->samples[s->open - 1].stack <= stack) {
        if (!s->samples[s->open - 1].hollow) ort_sample_give_up(s, ORDO_SAMPLE_LEFT);
        ort_sample_close(s);
    }
}
