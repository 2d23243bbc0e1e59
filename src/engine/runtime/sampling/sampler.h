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
#include "engine/runtime/core/seams.h"
#include "engine/runtime/system/settings.h"
#include "gate_sets.h"
#include "sample_budget.h"
#include "thread_time.h"

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

/* What the thread has asked about a routine that recorded code calls (targets.c). */
#define ORT_TARGETS 256u

struct ort_target {
    const void *address;
    void *body;
    uint32_t uncovered;  /* the scope of what nothing is recorded of; 0: it may be called */
    uint32_t generation; /* ort_modules_generation */
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

/* In a new raw file: nothing has been counted or sampled. The scopes' lock is held. */
void ort_sampler_forget(void);

#endif
