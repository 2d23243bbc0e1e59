/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * A sample begins by a new root stamp, above all stamps in the state's shadow: every cell is one
 * that was never accessed, whatever earlier samples left there, and nothing has to be cleared. From
 * then on everything is as in any build, up to the end of the sample's lowest activation.
 *
 * Giving a sample up ends its activations at once, marked so that they give no points, and then
 * puts them back, because the recorded code that is still to run holds their addresses: the state
 * is hollow, its clock stands still, callees run plain, and what the frames count from then on
 * (executions and iterations, which are to be exact) is added when they are left.
 *
 * A sample that an exception or a longjmp has left is found out by the stack: plain code that runs
 * in the frame that it began in, or in an older one, has returned from it.
 *
 * The processor's cycle counter is the only clock of an ordinary sample. The thread's CPU time, a
 * system call, is read about once in a millisecond, and after samples that took long: they may have
 * waited.
 */
#include "sampler.h"
#include "activation.h"
#include "os.h"
#include "raw_file.h"
#include "recursion.h"
#include "sample_clock.h"
#include "sampled_scopes.h"
#include "sampling_signals.h"
#include "slots.h"
#include "start.h"

#define EARN_TICKS 3000000u /* about a millisecond */
#define LONG_NS 100000u     /* a sample may have waited */
#define DECISION_NS 40u     /* what it costs to decide against a sample */
#define HANDLER_STACK (1 << 20)
#define TRAMPOLINE_FRAME 256 /* at most, of what calls ort_signal_enter and then the handler */

__attribute__((visibility("default"))) __thread uint32_t __ordo_sampling;

int ort_sampler_on;
static __thread struct ort_sampler *own;

int ort_sampler_begin(void) {
    if (ort_sampler_on) return 1;
    if (ort_threads || ort_sampled_scopes_init() < 0) return 0;
    struct ordo_raw_header *h = ort_raw_header();
    h->rate = ort_settings.rate;
    h->budget = ort_settings.budget;
    h->log_bytes = ort_settings.log_bytes;
    h->sampled = 1;
    ort_clock_start();
    ort_sampling_signals_install();
    ort_sampler_on = 1;
    return 1;
}

/* ---- a thread's sampler ---- */

static struct ort_sampler *make(struct ort_thread *t) {
    static int first_taken;
    struct ort_sampler *s = ort_os_memory(NULL, sizeof *s);
    if (!s || !(s->recorded = ort_os_memory(NULL, ORDO_MAX_SCOPES * sizeof *s->recorded)))
        return NULL;
    s->random = t->number * 0x2545F4914F6CDD1Dull;
    if (!__atomic_exchange_n(&first_taken, 1, __ATOMIC_RELAXED))
        s->budget.credit_ns = ORT_BUDGET_START_NS;
    return s;
}

/* A state at rest, from the pool: nothing counts in it until a sample begins. */
static struct ort_thread *adopt(void) {
    struct ort_thread *t = ort_thread_adopt();
    if (!t) return NULL;
    t->hot.tick = 0;
    t->hot.limit = t->frames_end - 1;
    return t;
}

static __attribute__((noinline)) struct ort_sampler *begin_thread(void) {
    uint64_t saved = ort_os_signals_block(); /* a handler could begin on its own */
    struct ort_sampler *s = own;
    struct ort_thread *t = s ? s->state : adopt();
    if (!s && t) {
        s = t->own_sampler ? t->own_sampler : (t->own_sampler = make(t));
        if (s) {
            s->state = t;
            s->open = s->busy = 0;
            s->handler = NULL;
            s->budget.cpu_ns = 0;
            s->earned = 0;
            t->sampler = s;
            own = s;
            ort_thread_watch();
        }
    }
    ort_os_signals_restore(saved);
    return s;
}

/* ---- executions ---- */

/* The scope hears of the executions and iterations that this thread has counted up to now. */
static void tell(struct ort_sampler *s, struct ort_sampled_scope *scope, const struct ordo_gate *g,
                 struct ort_gate_choice *c, uint32_t id) {
    struct ort_recorded *r = &s->recorded[id];
    uint64_t executions = ort_gate_executions(g), iterations = g->iterations;
    ort_sampled_scope_tell(scope, executions - c->executions + r->executions - r->told_executions,
                           iterations - c->iterations + r->iterations - r->told_iterations);
    c->executions = executions;
    c->iterations = iterations;
    r->told_executions = r->executions;
    r->told_iterations = r->iterations;
}

/* ---- the end of a sample ---- */

static void pay(struct ort_sampler *s, uint64_t ticks, uint64_t now) {
    uint64_t ns = ort_clock_ns(ticks);
    if (ort_settings.budget) {
        if (ns > LONG_NS) {
            uint64_t cpu = ort_os_thread_cpu_ns(), used = cpu - s->budget.cpu_ns;
            if (cpu >= s->budget.cpu_ns && used < ns) ns = used;
            ort_budget_earn(&s->budget, cpu, ort_settings.budget);
            s->earned = now;
        }
        ort_budget_spend(&s->budget, ns);
    }
    __atomic_fetch_add(&ort_raw_header()->sampled_ns, ns, __ATOMIC_RELAXED);
}

/* The innermost of the thread's samples is over: plain code goes on. */
static void close_sample(struct ort_sampler *s) {
    struct ort_sample *x = &s->samples[--s->open];
    struct ort_thread *t = x->state;
    t->hot.tick = 0;
    t->hot.limit = t->frames_end - 1;
    t->hot.top = t->frames;
    t->hot.nest = t->own_nest;
    __ordo_self = x->self;
    __ordo_sampling = 0;
}

/* The sample's lowest activation f has ended. */
static void finish(struct ort_sampler *s, struct ort_sample *x, const struct ordo_frame *f,
                   uint64_t cost, uint64_t depth) {
    uint64_t now = ort_clock_ticks();
    int loop = f->scope->kind == ORDO_KIND_LOOP;
    uint32_t flags = x->flags;
    if (f->flags & ORT_FRAME_INCOMPLETE && !(flags & (ORDO_SAMPLE_ABANDONED | ORDO_SAMPLE_LEFT)))
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
    ort_sampled_scope_add(x->scope->id, whole ? &s->cells : NULL, &sample);
    if (!(flags & ORDO_SAMPLE_ABANDONED)) ort_interval_went_well(&x->choice->past);
    now = ort_clock_ticks();
    ort_clock_adjust(now);
    pay(s, now - x->began, now);
}

void ort_sampler_ended(struct ort_thread *t, struct ordo_frame *f, uint64_t cost, uint64_t depth) {
    struct ort_sampler *s = t->sampler;
    if (!s || !s->open) return;
    struct ort_sample *x = &s->samples[s->open - 1];
    const struct ordo_scope *scope = f->scope;
    struct ort_recorded *r = &s->recorded[scope->id];
    r->executions++;
    if (scope->kind == ORDO_KIND_LOOP) r->iterations += f->iterations;
    if (scope->group && scope->group->id == x->group) x->activations++;
    if (t->hot.top != t->frames || x->state != t) return;
    uint32_t busy = s->busy;
    s->busy = 1;
    ort_barrier();
    finish(s, x, f, cost, depth);
    if (!x->hollow) close_sample(s);
    ort_barrier();
    s->busy = busy;
}

/* ---- giving up ---- */

static void give_up(struct ort_sampler *s, uint32_t why) {
    struct ort_sample *x = &s->samples[s->open - 1];
    struct ort_thread *t = x->state;
    struct ordo_frame *top = t->hot.top;
    x->flags |= why;
    x->hollow = 1;
    if (why == ORDO_SAMPLE_ABANDONED) {
        ort_interval_abandoned(&x->choice->past);
        ort_gate_set_to(x->gate, ort_gate_executions(x->gate),
                        ort_interval_draw(&x->choice->past, ort_gate_executions(x->gate),
                                          ort_settings.rate, &s->random));
    }
    if (top != t->frames) top->flags |= ORT_FRAME_INCOMPLETE;
    ort_activation_end_above(t, t->frames, 0);
    for (struct ordo_frame *f = t->frames + 1; f <= top; f++) {
        f->flags |= ORT_FRAME_COUNTED;
        f->cost_below = f->iterations;
    }
    t->hot.tick = 0;
    t->hot.limit = t->frames_end - 1;
    t->hot.nest = ort_thread_shared_nest();
    t->hot.top = top;
    __ordo_sampling = 0;
}

static struct ort_sample *recording(struct ort_sampler *s) {
    struct ort_sample *x = s && s->open ? &s->samples[s->open - 1] : NULL;
    return x && !x->hollow ? x : NULL;
}

int ort_sampler_look(struct ort_sampler *s) {
    struct ort_sample *x = recording(s);
    s->patience = ORT_PATIENCE;
    if (!x || !x->until || ort_clock_ticks() < x->until) return 0;
    s->busy = 1;
    ort_barrier();
    give_up(s, ORDO_SAMPLE_ABANDONED);
    ort_barrier();
    s->busy = 0;
    return 1;
}

void ort_sampler_drop(void) {
    if (!recording(own)) return;
    own->busy = 1;
    ort_barrier();
    give_up(own, ORDO_SAMPLE_LEFT);
    ort_barrier();
    own->busy = 0;
}

/* What the frame of a hollow sample has counted on its own. */
static void count_hollow(struct ort_sampler *s, struct ort_thread *t, struct ordo_frame *f) {
    const struct ordo_scope *scope = f->scope;
    struct ort_slot *slot = ort_slot_get(t, scope);
    uint64_t executions = !(f->flags & ORT_FRAME_COUNTED), iterations = 0;
    if (scope->kind == ORDO_KIND_LOOP) iterations = f->iterations - f->cost_below;
    f->flags = 0;
    if (!slot) return;
    slot->total->calls += executions;
    slot->total->iterations += iterations;
    s->recorded[scope->id].executions += executions;
    s->recorded[scope->id].iterations += iterations;
}

void ort_sampler_unrecorded(struct ordo_thread *hot, struct ordo_frame *f) {
    struct ort_sampler *s = own;
    uint32_t i = s ? s->open : 0;
    while (i && &s->samples[i - 1].state->hot != hot) i--;
    if (!i) return; /* the idle state's */
    struct ort_thread *t = s->samples[i - 1].state;
    int last = f == t->frames_end - 1; /* serves all that are too deep: means nothing */
    if (s->samples[i - 1].hollow && !last && !ort_raw_header()->stop) count_hollow(s, t, f);
    if (f - 1 != t->frames) return;
    while (s->open >= i) close_sample(s);
}

/* Samples that plain code at `stack` has returned from. */
static void close_left(struct ort_sampler *s, const char *stack) {
    while (s->open && s->samples[s->open - 1].stack <= stack) {
        if (!s->samples[s->open - 1].hollow) give_up(s, ORDO_SAMPLE_LEFT);
        close_sample(s);
    }
}

__attribute__((visibility("default"))) ORDO_PRESERVE_MOST void
__ordo_sample_left(const void *stack) {
    struct ort_sampler *s = own;
    if (!s || s->busy) return;
    s->busy = 1;
    ort_barrier();
    close_left(s, stack);
    ort_barrier();
    s->busy = 0;
}

/* ---- the beginning of a sample ---- */

static int begin_sample(struct ort_sampler *s, const struct ordo_gate_info *info,
                        const void *stack) {
    struct ort_sample *x = &s->samples[s->open];
    struct ort_thread *t = x->state = s->open ? x->state : s->state;
    if (!t) {
        uint64_t saved = ort_os_signals_block();
        t = x->state = adopt();
        ort_os_signals_restore(saved);
        if (!t) return 0;
        t->sampler = s;
    }
    struct ordo_frame *root = t->frames;
    t->hot.tick = 1;
    t->hot.limit = t->extras ? NULL : t->frames_end;
    if (ort_raw_header()->stop) { /* by another thread, which may not have seen the tick */
        t->hot.tick = 0;
        return 0;
    }
    if (unlikely(t->hot.clock >= UINT32_MAX - 1)) __ordo_renumber(&t->hot);
    root->stamp = t->root_stamp = ++t->hot.clock;
    root->flags = 0;
    root->rms = 0;
    root->cost_entry = t->hot.cost;
    root->cost_below = 0;
    root->context = t->root_context;
    root->children = 0;
    t->children_used = 0;
    t->zeroed_used = 0; /* of earlier samples: never accessed */
    x->scope = info->scope;
    x->group = info->scope->kind == ORDO_KIND_ROUTINE ? info->scope->group->id : 0;
    x->activations = 0;
    x->hollow = 0;
    x->stack = stack;
    x->self = __ordo_self;
    s->patience = ORT_PATIENCE;
    s->open++;
    __ordo_self = &t->hot;
    __ordo_sampling = 1;
    return 1;
}

/* Ticks that a sample may take now; 0: none. Without a budget: for ever. */
static uint64_t allowance(struct ort_sampler *s, uint64_t now) {
    if (!ort_settings.budget) return UINT64_MAX;
    if (now - s->earned >= EARN_TICKS) {
        s->earned = now;
        ort_budget_earn(&s->budget, ort_os_thread_cpu_ns(), ort_settings.budget);
    }
    return ort_clock_ticks_of(ort_budget_allowance(&s->budget));
}

static uint32_t refuse(struct ort_sampler *s, struct ordo_gate *g, struct ort_gate_choice *c) {
    ort_budget_spend(&s->budget, DECISION_NS);
    __atomic_fetch_add(&ort_raw_header()->unsampled, 1, __ATOMIC_RELAXED);
    ort_interval_refused(&c->past);
    ort_gate_set_to(
        g, ort_gate_executions(g),
        ort_interval_draw(&c->past, ort_gate_executions(g), ort_settings.rate, &s->random));
    return 0;
}

/* The gate's interval is over: is this execution a sample? */
static uint32_t decide(struct ort_sampler *s, struct ordo_gate *g, struct ort_gate_choice *c,
                       const struct ordo_gate_info *info, const void *stack) {
    uint64_t executions = ort_gate_executions(g);
    int first = executions == 1 && !c->past.samples && !c->past.second;
    int second = c->past.second;
    if ((first && ort_settings.rate != 1) || ort_sampling_paused()) {
        c->past.second = 0;
        ort_gate_set_to(g, executions,
                        ort_interval_draw(&c->past, executions, ort_settings.rate, &s->random));
        return 0;
    }
    uint64_t now = ort_clock_ticks(), ticks = allowance(s, now);
    if (!ticks || s->open == ORT_SAMPLE_LEVELS) return refuse(s, g, c);
    struct ort_sampled_scope *scope = ort_sampled_scope(info->scope->id);
    ort_gate_set_to(g, executions - 1, 0);
    tell(s, scope, g, c, info->scope->id);
    struct ort_sample *x = &s->samples[s->open];
    x->gate = g;
    x->choice = c;
    x->flags = second ? ORDO_SAMPLE_SECOND : 0;
    x->executions = __atomic_load_n(&scope->executions, __ATOMIC_RELAXED);
    x->iterations = __atomic_load_n(&scope->iterations, __ATOMIC_RELAXED);
    x->began = now;
    x->until = ticks == UINT64_MAX ? 0 : now + ticks;
    c->past.second = !second;
    if (second)
        ort_gate_set_to(g, executions - 1,
                        ort_interval_draw(&c->past, executions, ort_settings.rate, &s->random));
    ort_cell_list_begin(&s->cells, __atomic_load_n(&scope->sketch.level, __ATOMIC_RELAXED));
    if (begin_sample(s, info, stack)) return 1;
    ort_gate_set_to(g, executions, g->interval);
    return 0;
}

/* Does plain code at `stack` belong to a signal handler? Its samples would be in the way of what it
 * interrupted. */
static int in_handler(struct ort_sampler *s, const char *stack) {
    if (!s->handler) return 0;
    if (stack < s->handler && stack > s->handler - HANDLER_STACK) return 1;
    s->handler = NULL; /* it was left by a jump */
    return 0;
}

static uint32_t pass(struct ordo_gate **gates, uint32_t n, uint32_t gate) {
    struct ordo_gate *idle = ort_gates_idle(n);
    if (!idle) return 0;
    *gates = idle;
    ort_gate_set_to(&idle[gate], 0, INT32_MAX);
    return 0;
}

static __attribute__((noinline)) uint32_t
sample(struct ordo_gate **gates, struct ordo_production *p, uint32_t gate, const void *stack) {
    uint32_t number = __atomic_load_n(&p->number, __ATOMIC_RELAXED);
    if (!number && ort_start_pending()) return 0; /* not registered yet */
    if (!number || number == ORT_GATES_UNSAMPLED || ort_raw_header()->stop)
        return pass(gates, p->n_gates, gate);
    struct ort_sampler *s = own;
    if (unlikely(!s) && !(s = begin_thread())) return pass(gates, p->n_gates, gate);
    if (s->busy || in_handler(s, stack)) return 0;
    uint32_t recorded = 0;
    s->busy = 1;
    ort_barrier();
    struct ort_gate_set *set = ort_gates_get(&s->gates, s->state->number, number, p->n_gates);
    if (set) {
        if (*gates != set->gates) {
            *gates = set->gates;
            set->gates[gate].countdown--;
        }
        close_left(s, stack);
        if (!recording(s))
            recorded = decide(s, &set->gates[gate], &set->choices[gate], &p->gates[gate], stack);
        else
            s->samples[s->open - 1].state->hot.top->flags |= ORT_FRAME_INCOMPLETE;
    }
    ort_barrier();
    s->busy = 0;
    return recorded;
}

__attribute__((visibility("default"))) ORDO_PRESERVE_MOST uint32_t __ordo_sample(
    struct ordo_gate **gates, struct ordo_production *p, uint32_t gate, const void *stack) {
    return sample(gates, p, gate, stack);
}

/* ---- ends of threads and of the process, signals ---- */

void ort_sampler_exit(void) {
    struct ort_sample *x = recording(own);
    if (!x || __ordo_self != &x->state->hot) return;
    x->flags |= ORDO_SAMPLE_LEFT;
    if (x->state->hot.top != x->state->frames) x->state->hot.top->flags |= ORT_FRAME_INCOMPLETE;
    ort_activation_end_above(x->state, x->state->frames, 1);
}

void ort_sampler_thread_end(void) {
    struct ort_sampler *s = own;
    if (!s) return;
    uint64_t saved = ort_os_signals_block();
    ort_sampler_drop();
    while (s->open) close_sample(s);
    own = NULL;
    __ordo_self = NULL;
    for (uint32_t i = 1; i < ORT_SAMPLE_LEVELS; i++) {
        struct ort_thread *t = s->samples[i].state;
        if (t) ort_thread_release(t);
        s->samples[i].state = NULL;
    }
    ort_thread_release(s->state);
    ort_os_signals_restore(saved);
}

struct ordo_thread *ort_sampler_signal_enter(void) {
    struct ort_sampler *s = own;
    if (!s || s->handler) return NULL;
    s->handler = (const char *)__builtin_frame_address(0) + TRAMPOLINE_FRAME;
    struct ordo_thread *interrupted = __ordo_self;
    __ordo_sampling = 0;
    __ordo_self = ort_thread_idle();
    return recording(s) ? &recording(s)->state->hot : interrupted ? interrupted : __ordo_self;
}

void ort_sampler_signal_leave(struct ordo_thread *interrupted) {
    if (!interrupted) return;
    own->handler = NULL;
    __ordo_self = interrupted;
    __ordo_sampling = recording(own) != NULL;
}

/* A recorded routine of t runs again after a jump out of a handler. */
void ort_sampler_return(struct ort_thread *t) {
    struct ort_sampler *s = own;
    if (!s || t->sampler != s || !s->open) return;
    s->handler = NULL;
    while (s->open > 1 && s->samples[s->open - 1].state != t) {
        if (recording(s)) give_up(s, ORDO_SAMPLE_LEFT);
        close_sample(s);
    }
    __ordo_self = &t->hot;
    __ordo_sampling = recording(s) != NULL;
}

/* ---- fork ---- */

struct ort_thread *ort_sampler_state(uint32_t i) {
    if (!own) return NULL;
    for (uint32_t level = 0; level < ORT_SAMPLE_LEVELS; level++) {
        struct ort_thread *t = level ? own->samples[level].state : own->state;
        if (t && i-- == 0) return t;
    }
    return NULL;
}

/* A handler that forks may have interrupted the lock's holder, which is this thread. */
static __thread int kept_lock;

void ort_sampler_lock(void) {
    kept_lock = own && own->busy;
    if (!kept_lock) ort_sampled_scopes_lock();
}

void ort_sampler_unlock(void) {
    if (!kept_lock) ort_sampled_scopes_unlock();
}

void ort_sampler_forked(void) {
    struct ordo_raw_header *h = ort_raw_header();
    struct ort_sampler *s = own;
    h->sampled_ns = h->unsampled = h->unlogged = 0;
    ort_clock_start();
    ort_sampled_scopes_forget();
    if (!s) return;
    ort_gates_forget(&s->gates);
    s->budget.cpu_ns = 0;
    s->earned = 0;
    ort_os_drop(s->recorded, ORDO_MAX_SCOPES * sizeof *s->recorded);
    for (uint32_t i = 0; i < s->open; i++) {
        struct ort_sample *x = &s->samples[i];
        struct ort_thread *t = x->state;
        x->hollow = 1;
        t->hot.tick = 0;
        t->hot.limit = t->frames_end - 1;
        t->hot.nest = ort_thread_shared_nest();
        for (struct ordo_frame *f = t->frames + 1; f <= t->hot.top; f++) {
            f->flags = ORT_FRAME_COUNTED;
            f->cost_below = f->iterations;
            t->own_nest[f->scope->id] = (struct ordo_nest){0, 0, 0, 0};
            if (f->scope->group) t->own_nest[f->scope->group->id] = (struct ordo_nest){0, 0, 0, 0};
        }
    }
    if (s->open) __ordo_sampling = 0;
}
