/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * sampler.h: samples of production builds (abi.h: ordo_production): which executions are recorded,
 * how a recording begins and ends, and what is written about it.
 *
 * Words:   a gate's execution that is recorded is a sample. It is the lowest activation of a thread
 *          state; routines, loops and recursions within it are activations above it. A sample that
 *          is given up is hollow from then on: its recorded code still runs and records nothing.
 *
 * Between samples __ordo_self is idle (or NULL), so that hooks and wrappers that plain code calls
 * do nothing, and the thread's state is at rest: nothing is open in it, and its clock stands still.
 * A sample that begins while a hollow one still runs takes another state from the pool.
 *
 * Errors:  out of room: recording stops, plain code goes on.
 * Threads: the caller's own samples, but for what is said to be the process's. Signal-safe: yes.
 * May allocate: no.
 */
#ifndef ORT_SAMPLER_H
#define ORT_SAMPLER_H

#include "cell_sketch.h"
#include "engine/runtime/core/thread_state.h"
#include "engine/runtime/system/settings.h"
#include "gate_sets.h"
#include "sample_budget.h"
#include "targets.h"
#include "thread_time.h"

#ifdef ORT_NO_SAMPLER
enum { ort_sampler_on = 0 };
#else
extern int ort_sampler_on; /* activations are those of samples; from the first module to the end */
#endif

#define ORT_SAMPLE_LEVELS 4 /* samples of one thread that are not over; all but the last hollow */
#define ORT_PATIENCE 64     /* hooks between looks at the clock */

struct ort_sample {
    struct ort_thread *state;
    struct ordo_thread *self; /* what __ordo_self was */
    const char *stack;        /* an address in the frame that it began in */
    struct ordo_scope *scope;
    struct ordo_gate *gate;
    struct ort_gate_choice *choice;
    uint64_t began, until;           /* ticks; until 0: for ever */
    uint64_t waited;                 /* ticks that `until` was put off by */
    struct ort_thread_time before;   /* the last reading before it */
    uint64_t executions, iterations; /* of the scope before it */
    uint64_t activations;            /* of the scope's recursion, ended */
    uint32_t group, flags;           /* ordo_raw_sample_flag */
    uint32_t hollow, pad;
};

/* Recorded executions of a scope, in samples of any scope. */
struct ort_recorded {
    uint64_t executions, iterations;
    uint64_t told_executions, told_iterations; /* that the scope has been told of */
};

/* What a thread takes samples with. Belongs to a thread state, as its gates do. */
struct ort_sampler {
    struct ort_thread *state;
    struct ort_sample samples[ORT_SAMPLE_LEVELS];
    uint32_t open;    /* how many of them */
    uint32_t busy;    /* 1: the sampler is at work; a handler that interrupts it takes no sample */
    uint32_t vforks;  /* 1: busy, because of a vfork's child */
    int32_t patience; /* hooks until the clock is looked at */
    uint32_t recorded_room;
    const char *holder;  /* the frame that holds the lock of sampled_scopes.h, or NULL */
    const char *handler; /* an address below which a signal handler runs, or NULL */
    uint64_t random;
    struct ort_budget budget;
    struct ort_thread_time time;
    struct ort_gate_sets gates;
    struct ort_recorded *recorded;          /* by scope id, below recorded_room */
    struct ort_cell_list cells;             /* of the sample that records */
    struct ort_target targets[ORT_TARGETS]; /* by a hash of the address */
};

extern __thread struct ort_sampler *ort_sampler_own; /* the calling thread's; NULL: none yet */

/* The course of a sample (sample_course.c): begins in the frame at `stack`, its fields `gate` to
 * `iterations` being filled in (0: there is no room); the one that records, or NULL; ends as given
 * up (ordo_raw_sample_flag says why) and is hollow; the innermost one is over; those that plain
 * code at `stack` has returned from are over. */
int ort_sample_begin(struct ort_sampler *s, const struct ordo_gate_info *info, const void *stack);
struct ort_sample *ort_sample_recording(struct ort_sampler *s);
void ort_sample_give_up(struct ort_sampler *s, uint32_t why);
void ort_sample_close(struct ort_sampler *s);
void ort_sample_close_left(struct ort_sampler *s, const char *stack);
/* What samples may take and have taken (sample_payment.c): ticks that one may take which begins now
 * at a gate (0: none may begin; UINT64_MAX: there is no budget); has it taken them all? What it
 * took, which the budget pays, in nanoseconds of CPU time; and so what the recorded code of hollow
 * samples has called in vain. The thread ends; another thread's time begins, or a child's. */
uint64_t ort_sample_allowance(struct ort_sampler *s, uint64_t now,
                              const struct ort_gate_past *past);
int ort_sample_used_up(struct ort_sampler *s, struct ort_sample *x);
uint64_t ort_sample_pay(struct ort_sampler *s, const struct ort_sample *x, uint64_t now);
void ort_sample_pay_hollow(struct ort_sampler *s);
void ort_sampler_earn_last(struct ort_sampler *s);
void ort_sampler_time_forget(struct ort_sampler *s);
/* Recorded executions of scope `id`; NULL: no memory, recording has been stopped. */
struct ort_recorded *ort_sampler_recorded(struct ort_sampler *s, uint32_t id);
/* A state at rest, from the pool: nothing counts in it until a sample begins. */
struct ort_thread *ort_sample_state(void);

/* A module with gates comes, under the modules' lock: from the first one on the process records
 * samples only, unless a thread already records all it does. 0: the module is not to be sampled. */
int ort_sampler_begin(void);

/* Any module came, under the same lock: whether the process is one of a production build although
 * nothing in it has a gate, which one module that is none decides against. */
void ort_sampler_note(int production);

/* An activation of t has ended; f is above t's top and whole. */
void ort_sampler_ended(struct ort_thread *t, struct ordo_frame *f, uint64_t cost, uint64_t depth);

/* f was left in a state that does not record: stopped, idle, or a hollow sample's. */
void ort_sampler_unrecorded(struct ordo_thread *hot, struct ordo_frame *f);

/* Rare half of ort_sampler_tired. */
int ort_sampler_look(struct ort_sampler *s);

/* One more hook in a recording state. 1: the sample has become hollow, what the hook was for does
 * not matter any more. */
static inline int ort_sampler_tired(struct ort_thread *t) {
    struct ort_sampler *s = t->sampler;
    if (!s || likely(--s->patience >= 0)) return 0;
    return ort_sampler_look(s);
}

/* The sample's first access of the cell at addr is a read. */
static inline void ort_sampler_first_read(struct ort_thread *t, uintptr_t addr) {
    if (t->sampler) ort_cell_list_add(&t->sampler->cells, addr >> ort_settings.cell_shift);
}

/* The calling thread's sample is over without having ended: hollow, no point. */
void ort_sampler_drop(void);

/* Around a vfork: the calling thread's gates are found and its sample is dropped, because the child
 * can do neither for it; until the parent goes on it takes no other one. */
void ort_sampler_vfork(void);
void ort_sampler_vforked(void);

/* The process exits; the calling thread ends. */
void ort_sampler_exit(void);
void ort_sampler_thread_end(void);

/* ort_signal_enter, ort_signal_leave, ort_state_return (signal.h) in such a process. */
struct ordo_thread *ort_sampler_signal_enter(void);
void ort_sampler_signal_leave(struct ordo_thread *interrupted);
void ort_sampler_return(struct ort_thread *t);

/* Around fork: the states of the calling thread, NULL past the last one; in the child, once they
 * are restored and the raw file is its own. */
struct ort_thread *ort_sampler_state(uint32_t i);
void ort_sampler_lock(void);
void ort_sampler_unlock(void);
void ort_sampler_forked(void);

/* In a new raw file: nothing has been counted or sampled. The scopes' lock is held. */
void ort_sampler_forget(void);

#endif
