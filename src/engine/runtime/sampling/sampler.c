/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * sampler.c: which executions become samples.
 *
 * A gate asks when its interval is over. Most executions that ask become samples. The others do
 * not: the execution is the gate's first, the budget is spent, or sampling is paused.
 *
 * The processor's cycle counter is the only clock of an ordinary sample. The thread's CPU time is
 * read now and then (thread_time.h), and after samples that took long, because they may have
 * waited.
 */
#include "sampler.h"
#include "engine/runtime/core/activation.h"
#include "engine/runtime/core/thread.h"
#include "engine/runtime/lifecycle/modules.h"
#include "engine/runtime/lifecycle/start.h"
#include "engine/runtime/lifecycle/thread_life.h"
#include "engine/runtime/sampling/rotation.h"
#include "engine/runtime/system/os.h"
#include "engine/runtime/system/private_memory.h"
#include "engine/runtime/system/raw_file.h"
#include "gate_area.h"
#include "sample_clock.h"
#include "sampled_scopes.h"
#include "sampling_control.h"
#include "sampling_signals.h"

#define DECISION_NS 250u /* cost of a decision against a sample, mostly cache misses */
#define ITERATION_NS 8u  /* hardly any recorded iteration takes less */
#define SLOWER 8u        /* recorded code takes at least so many times as long as plain code */
#define HANDLER_STACK (1 << 20)
#define FIRST_RECORDED 256u /* scopes */

__attribute__((visibility("default"))) __thread uint32_t __ordo_sampling;

int ort_sampler_on;
__thread struct ort_sampler *ort_sampler_own;

/* Writes to the raw file that the process records samples (1), all it does (0), or is of a
 * production build without gates (2), and with which settings. */
static void note_kind(uint64_t sampled) {
    struct ordo_raw_header *h = ort_raw_header();
    h->rate = sampled ? ort_settings.rate : 0;
    h->budget = sampled ? ort_settings.budget : 0;
    h->log_bytes = sampled ? ort_settings.log_bytes : 0;
    h->sampled = sampled;
}

/* Begins sampling with the first module that has gates. Returns 0 if a thread already records
 * everything it does. */
static int begin_sampling(void) {
    if (ort_sampler_on) return 1;
    if (ort_threads || ort_sampled_scopes_init() < 0) return 0;
    note_kind(1);
    ort_clock_start();
    ort_sampling_signals_install();
    ort_control_begin();
    ort_sampler_on = 1;
    return 1;
}

uint32_t ort_sampler_module(const struct ordo_production *p) {
    return begin_sampling() ? ort_gates_describe(p) : ORT_GATES_UNSAMPLED;
}

void ort_sampler_note(int production) {
    static int others;
    others |= !production;
    if (!ort_sampler_on) note_kind(others ? 0 : 2);
}

/* ---- a thread's sampler ---- */

struct ort_recorded *ort_sampler_recorded(struct ort_sampler *s, uint32_t id) {
    if (unlikely(id >= s->recorded_room)) {
        uint32_t room = s->recorded_room ? s->recorded_room : FIRST_RECORDED;
        while (room <= id) room *= 2;
        struct ort_recorded *more =
            ort_private_array(s->recorded, s->recorded_room, room, sizeof *more);
        if (!more) return NULL;
        s->recorded = more;
        s->recorded_room = room;
    }
    return &s->recorded[id];
}

static struct ort_sampler *make(struct ort_thread *t) {
    struct ort_sampler *s = ort_os_memory(NULL, sizeof *s);
    if (!s) return NULL;
    s->random = t->number * 0x2545F4914F6CDD1Dull;
    return s;
}

static __attribute__((noinline)) struct ort_sampler *begin_thread(void) {
    uint64_t saved = ort_os_signals_block(); /* a handler could make a sampler of its own */
    struct ort_sampler *s = ort_sampler_own;
    struct ort_thread *t = s ? s->state : ort_sample_state();
    if (!s && t) {
        s = t->own_sampler ? t->own_sampler : (t->own_sampler = make(t));
        if (s) {
            s->state = t;
            s->open = s->busy = 0;
            s->holder = NULL;
            s->handler = NULL;
            ort_sampler_time_forget(s);
            t->sampler = s;
            ort_sampler_own = s;
            if (!s->gates.area) s->gates.area = ort_gate_area_make(t->number);
            ort_thread_watch();
        }
    }
    ort_os_signals_restore(saved);
    return s;
}

/* ---- executions ---- */

/* Adds the executions and iterations that this thread has counted so far to the scope's. */
static void add_counts(struct ort_sampler *s, struct ort_sampled_scope *scope,
                       const struct ordo_gate *g, const struct ordo_gate_info *info,
                       struct ort_gate_choice *c) {
    struct ort_recorded *r = ort_sampler_recorded(s, ordo_gate_scope(info)->id);
    if (!r) return;
    uint64_t executions = ort_gate_executions(g),
             iterations = ort_gate_iterations(g, info, executions);
    ort_sampled_scope_count(scope, executions - c->executions + r->executions - r->added_executions,
                            iterations - c->iterations + r->iterations - r->added_iterations);
    c->executions = executions;
    c->iterations = iterations;
    r->added_executions = r->executions;
    r->added_iterations = r->iterations;
}

__attribute__((visibility("default"))) ORDO_PRESERVE_MOST void
__ordo_sample_left(const void *stack) {
    struct ort_sampler *s = ort_sampler_own;
    if (!s || s->busy) return;
    s->busy = 1;
    ort_barrier();
    ort_sample_close_left(s, stack);
    ort_barrier();
    s->busy = 0;
}

/* ---- the beginning of a sample ---- */

static uint32_t decline(struct ort_sampler *s, struct ordo_gate *g, struct ort_gate_choice *c,
                        struct ort_gate_pace pace) {
    ort_budget_spend(&s->budget, DECISION_NS);
    __atomic_fetch_add(&ort_raw_header()->unsampled, 1, __ATOMIC_RELAXED);
    uint64_t executions = ort_gate_executions(g);
    uint32_t interval = ort_interval_unpaid(&c->past, pace, ort_sample_wait(s, &c->past));
    ort_gate_set_to(g, executions,
                    interval +
                        ort_interval_draw(&c->past, executions, ort_settings.rate, &s->random) / 2);
    return 0;
}

/* Before its first sample, makes a loop wait for the credit that such an execution takes at least.
 * Otherwise the sample would be given up, and recorded code would run to the execution's end. What
 * other loops and calls in it take is known to be no more than the time that has passed. That
 * counts only if it is long: a short time may be that of the program's start. */
static void foresee(struct ort_gate_choice *c, const struct ordo_gate *g,
                    const struct ordo_gate_info *info, uint64_t executions,
                    struct ort_gate_pace pace) {
    struct ort_gate_past *past = &c->past;
    if (past->samples || past->need || past->unpaid || past->pressure || executions < 2) return;
    uint64_t iterations = ort_gate_iterations(g, info, executions - 1) - g->before;
    uint64_t ns = iterations / (executions - 1) * ITERATION_NS;
    if (info->flags & ORDO_GATE_OUTER && pace.executions) {
        uint64_t most = ort_clock_ns(pace.ticks / pace.executions) * SLOWER;
        if (most > ns && ort_budget_need(most) >= ORT_BUDGET_LONG_NEED) ns = most;
    }
    past->need = (uint8_t)ort_budget_need(ns);
}

/* While nobody wants a recording, gates ask about a hundred times a second, so that the process
 * notices soon when somebody does. */
static uint32_t wait_for_recorder(struct ordo_gate *g, struct ort_gate_choice *c,
                                  uint64_t executions) {
    uint64_t now = ort_clock_ticks();
    c->past.second = 0;
    ort_gate_set_to(g, executions, ort_interval_idle(g->interval, now - c->asked));
    c->asked = now;
    return 0;
}

/* The gate's interval is over: is this execution a sample? */
static uint32_t decide(struct ort_sampler *s, struct ordo_gate *g, struct ort_gate_choice *c,
                       const struct ordo_gate_info *info, const void *stack) {
    uint64_t executions = ort_gate_executions(g);
    int first = executions == 1 && !c->past.samples && !c->past.second;
    int second = c->past.second;
    if (unlikely(ort_control_pauses())) return wait_for_recorder(g, c, executions);
    /* 0 executions: the raw file has changed since this one was counted. */
    if ((first && ort_settings.rate != 1) || !executions || ort_sampling_paused()) {
        c->past.second = 0;
        c->asked = ort_clock_ticks();
        ort_gate_set_to(g, executions,
                        ort_interval_draw(&c->past, executions, ort_settings.rate, &s->random));
        return 0;
    }
    ort_modules_list();
    uint64_t now = ort_clock_ticks();
    const struct ort_gate_pace pace = {executions, executions - g->executions, now - c->asked};
    foresee(c, g, info, executions, pace);
    uint64_t ticks = ort_sample_allowance(s, now, &c->past);
    c->asked = now;
    if (!ticks || s->open == ORT_SAMPLE_LEVELS) return decline(s, g, c, pace);
    struct ort_sampled_scope *scope = ort_sampled_scope(ordo_gate_scope(info)->id);
    ort_gate_set_to(g, executions - 1, 0);
    add_counts(s, scope, g, info, c);
    struct ort_sample *x = &s->samples[s->open];
    x->gate = g;
    x->choice = c;
    x->flags = second ? ORDO_SAMPLE_SECOND : 0;
    x->executions = __atomic_load_n(&scope->executions, __ATOMIC_RELAXED);
    x->iterations = __atomic_load_n(&scope->iterations, __ATOMIC_RELAXED);
    x->began = now;
    x->waited = 0;
    x->before = s->time;
    x->until = ticks == UINT64_MAX ? 0 : now + ticks;
    c->past.second = !second;
    if (second)
        ort_gate_set_to(g, executions - 1,
                        ort_interval_draw(&c->past, executions, ort_settings.rate, &s->random));
    ort_cell_list_begin(&s->hooks.cells, __atomic_load_n(&scope->sketch.level, __ATOMIC_RELAXED));
    if (ort_sample_begin(s, info, stack)) return 1;
    ort_gate_set_to(g, executions, g->interval);
    return 0;
}

/* Does plain code at `stack` belong to a signal handler? Samples of a handler would interfere with
 * what it interrupted. */
static int in_handler(struct ort_sampler *s, const char *stack) {
    if (!s->handler) return 0;
    if (stack < s->handler && stack > s->handler - HANDLER_STACK) return 1;
    s->handler = NULL; /* the handler was left by a jump */
    return 0;
}

/* Is the sampler at work? If plain code outside of handlers finds it busy and has returned from the
 * lock's holder, the sampler was left by a jump. It stays busy, because it may be half changed, but
 * others must not wait for its lock. */
static int is_busy(struct ort_sampler *s, const char *stack) {
    if (s->busy && s->holder && stack > s->holder && !s->handler) {
        s->holder = NULL;
        ort_sampled_scopes_abandon();
    }
    return s->busy != 0;
}

/* Returns gates that nobody reads; NULL: no memory. */
static struct ordo_gate *idle_gates(const struct ordo_production *p) {
    if (!p->own) return ort_gates_idle(p->n_gates);
    char *area = ort_gate_area_idle();
    return (struct ordo_gate *)(ort_gate_area_part(ort_gate_area_enter(area) < 0 ? NULL : area, p) +
                                1);
}

static uint32_t pass(struct ordo_gate **gates, const struct ordo_production *p, uint32_t gate) {
    struct ordo_gate *idle = idle_gates(p);
    if (!idle) return 0;
    *gates = idle;
    ort_gate_set_to(&idle[gate], 0, INT32_MAX);
    return 0;
}

/* Leads plain code to the thread's gates. Returns 0; 1 if this execution was counted elsewhere; -1
 * if there are no gates. The area is entered even for modules that do not count in it, because a
 * sample of theirs may reach code that looks in the area whether one is recorded. */
static int find_gates(struct ort_sampler *s, struct ordo_gate **gates,
                      const struct ordo_production *p, const struct ort_gate_set *set) {
    int came = ort_gate_area_enter(s->gates.area);
    if (!set || p->own) return set ? came : -1;
    if (*gates == set->gates) return 0;
    *gates = set->gates;
    return 1;
}

static uint32_t ask(struct ort_sampler *s, struct ordo_gate **gates, struct ordo_production *p,
                    uint32_t number, uint32_t gate, const void *stack) {
    struct ort_gate_set *set = ort_gates_get(&s->gates, s->state->number, number, p);
    int came = find_gates(s, gates, p, set);
    if (came < 0 || (came && --set->gates[gate].countdown >= 0)) return 0;
    ort_sample_close_left(s, stack);
    struct ort_sample *x = ort_sample_recording(s);
    if (!x) return decide(s, &set->gates[gate], &set->choices[gate], &p->gates[gate], stack);
    x->state->hot.top->flags |= ORT_FRAME_INCOMPLETE;
    return 0;
}

static void forget_if(int changed) {
    if (changed) ort_sampler_forget();
}

/* Begins a recording, or the wait for the next one. */
static void begin_anew(void) {
    ort_sampler_forget();
    note_kind(1);
    ort_sample_payment_forget();
}

static const struct ort_rotation rotation = {NULL, forget_if};

static __attribute__((noinline)) uint32_t
sample(struct ordo_gate **gates, struct ordo_production *p, uint32_t gate, const void *stack) {
    uint32_t number = __atomic_load_n(&p->number, __ATOMIC_RELAXED), recorded = 0;
    if (ort_gate_area_is_left()) return 0;        /* asking would move the thread back into it */
    if (!number && ort_start_pending()) return 0; /* the module is not registered yet */
    if (!number || number == ORT_GATES_UNSAMPLED) return pass(gates, p, gate);
    if (ort_raw_header()->stop) {
        ort_control_stopped();
        return pass(gates, p, gate);
    }
    struct ort_sampler *s = ort_sampler_own;
    if (s && (in_handler(s, stack) || is_busy(s, stack))) return 0;
    if (!ort_rotation_enter(!s)) return 0;
    if (unlikely(!s) && !(s = begin_thread())) {
        ort_rotation_leave();
        return pass(gates, p, gate);
    }
    s->busy = 1;
    ort_barrier();
    if (unlikely(ort_sampling_rotation()) && ort_rotation_try(&rotation)) ort_sampling_rotated();
    if (unlikely(ort_control_due())) ort_control_change(begin_anew);
    recorded = ask(s, gates, p, number, gate, stack);
    ort_barrier();
    s->busy = 0;
    if (!recorded) ort_rotation_leave();
    return recorded;
}

__attribute__((visibility("default"))) ORDO_PRESERVE_MOST uint32_t __ordo_sample(
    struct ordo_gate **gates, struct ordo_production *p, uint32_t gate, const void *stack) {
    return sample(gates, p, gate, stack);
}

void ort_sampler_vfork(void) {
    struct ort_sampler *s = ort_sampler_own;
    if (ort_raw_header()->stop || (s && s->busy) || !ort_rotation_enter(1)) return;
    if (s || (s = begin_thread())) {
        ort_sampler_drop();
        ort_gate_area_enter(s->gates.area);
        s->busy = s->vforks = 1;
    }
    ort_rotation_leave();
}

void ort_sampler_vforked(void) {
    struct ort_sampler *s = ort_sampler_own;
    if (!s || !s->vforks) return;
    s->busy = s->vforks = 0;
}

/* ---- ends of threads and of the process, signals ---- */

void ort_sampler_exit(void) {
    struct ort_sample *x = ort_sample_recording(ort_sampler_own);
    if (!x || __ordo_self != &x->state->hot) return;
    x->flags |= ORDO_SAMPLE_LEFT;
    if (x->state->hot.top != x->state->frames) x->state->hot.top->flags |= ORT_FRAME_INCOMPLETE;
    ort_activation_end_above(x->state, x->state->frames, 1);
}

void ort_sampler_thread_end(void) {
    struct ort_sampler *s = ort_sampler_own;
    if (!s) return;
    uint64_t saved = ort_os_signals_block();
    ort_sampler_drop();
    while (s->open) ort_sample_close(s);
    ort_sampler_earn_last(s); /* the next thread that uses the state continues with this credit */
    ort_sampler_own = NULL;
    __ordo_self = NULL;
    for (uint32_t i = 1; i < ORT_SAMPLE_LEVELS; i++) {
        struct ort_thread *t = s->samples[i].state;
        if (t) ort_thread_release(t);
        s->samples[i].state = NULL;
    }
    ort_thread_release(s->state);
    ort_os_signals_restore(saved);
}
