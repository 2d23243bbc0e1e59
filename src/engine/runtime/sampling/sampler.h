/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * sampler.h: samples of production builds (abi.h: ordo_production): which executions are recorded,
 * how a recording begins and ends, and what is written about it.
 *
 * Words:   a sample is an execution of a gate's scope that is recorded. It is the lowest activation
 *          of a thread state; the routines, loops and recursions within it are activations above
 *          it. A sample that was given up is hollow: its recorded code still runs and records
 *          nothing. A state is at rest when nothing is open in it and its clock stands still.
 *
 * Between samples __ordo_self is the idle state (or NULL), so that hooks and wrappers that plain
 * code calls do nothing, and the thread's own state is at rest. A sample that begins while a hollow
 * one still runs takes another state from the pool.
 *
 * Errors:  out of room: recording stops, and plain code continues.
 * Threads: the caller's own samples, except what a comment calls the process's. Signal-safe: yes.
 *          May allocate: no.
 */
#ifndef ORT_SAMPLER_H
#define ORT_SAMPLER_H

#include "engine/runtime/core/cell_sketch.h"
#include "engine/runtime/core/seams.h"
#include "engine/runtime/system/settings.h"
#include "gate_sets.h"
#include "sample_budget.h"
#include "thread_time.h"

#define ORT_SAMPLE_LEVELS 4 /* the most open samples of a thread; all but the last are hollow */
#define ORT_PATIENCE 64     /* hook calls between two readings of the clock */

struct ort_sample {
    struct ort_thread *state;
    struct ordo_thread *self; /* __ordo_self before the sample */
    const char *stack;        /* an address in the frame that the sample began in */
    struct ordo_scope *scope;
    struct ordo_gate *gate;
    struct ort_gate_choice *choice;
    uint64_t began, until;           /* ticks; until 0: no limit */
    uint64_t waited;                 /* ticks by which `until` was put off */
    struct ort_thread_time before;   /* the last reading before the sample */
    uint64_t executions, iterations; /* of the scope, before the sample */
    uint64_t activations;            /* of the scope's recursion that have ended */
    uint32_t group, flags;           /* ordo_raw_sample_flag */
    uint32_t hollow, pad;
};

/* Recorded executions of a scope, in samples of any scope. */
struct ort_recorded {
    uint64_t executions, iterations;
    uint64_t added_executions, added_iterations; /* already added to the scope */
};

/* What a thread knows of a routine that recorded code calls (targets.c). */
#define ORT_TARGETS 256u

struct ort_target {
    const void *address;
    void *code;
    uint32_t uncovered;  /* scope that counts its calls, if nothing records in it; else 0 */
    uint32_t generation; /* ort_modules_generation */
};

/* A thread's sampler. It belongs to a thread state, as the gates do. */
struct ort_sampler {
    struct ort_sampler_hooks hooks; /* first (seams.h) */
    struct ort_thread *state;
    struct ort_sample samples[ORT_SAMPLE_LEVELS];
    uint32_t open;   /* how many of the samples are open */
    uint32_t busy;   /* 1: the sampler is at work; a handler that interrupts it takes no sample */
    uint32_t vforks; /* 1: busy, because of a vfork's child */
    uint32_t recorded_room;
    const char *holder;  /* the frame that holds the lock of sampled_scopes.h, or NULL */
    const char *handler; /* an address below which a signal handler runs, or NULL */
    uint64_t random;
    struct ort_budget budget;
    uint64_t useful_ns, wasted_ns; /* in samples that were complete, and in those given up */
    uint64_t account; /* the recording whose time the budget is from (sampling_control.h) */
    struct ort_thread_time time;
    struct ort_gate_sets gates;
    struct ort_recorded *recorded;          /* by scope id, below recorded_room */
    struct ort_target targets[ORT_TARGETS]; /* by a hash of the address */
};
_Static_assert(offsetof(struct ort_sampler, hooks) == 0, "as seams.h takes it for");

extern __thread struct ort_sampler *ort_sampler_own; /* the calling thread's; NULL: none yet */

/* ---- the course of a sample (sample_course.c) ---- */

/* Begins a sample in the frame at `stack`. The caller has filled in the fields `gate` to
 * `iterations`, and `flags`, of the first sample that is not open. Returns 1; 0: no room. */
int ort_sample_begin(struct ort_sampler *s, const struct ordo_gate_info *info, const void *stack);
/* Returns the sample that records, or NULL. */
struct ort_sample *ort_sample_recording(struct ort_sampler *s);
/* Gives up the innermost sample, which is hollow from then on. `why`: ordo_raw_sample_flag. */
void ort_sample_give_up(struct ort_sampler *s, uint32_t why);
/* Ends the innermost sample. */
void ort_sample_close(struct ort_sampler *s);
/* Ends the samples that plain code at `stack` has returned from. */
void ort_sample_close_left(struct ort_sampler *s, const char *stack);

/* ---- what samples may cost and have cost (sample_payment.c) ---- */

/* Returns how many ticks a sample may take if it begins now at a gate. 0: none may begin;
 * UINT64_MAX: there is no budget. */
uint64_t ort_sample_allowance(struct ort_sampler *s, uint64_t now,
                              const struct ort_gate_past *past);
/* Returns the ticks until ort_sample_allowance is not 0 at a gate, as far as is known. */
uint64_t ort_sample_wait(const struct ort_sampler *s, const struct ort_gate_past *past);
/* Has the sample taken all its ticks? */
int ort_sample_used_up(struct ort_sampler *s, struct ort_sample *x);
/* Pays for the sample from the budget. Returns what it took, in nanoseconds of CPU time. */
uint64_t ort_sample_pay(struct ort_sampler *s, const struct ort_sample *x, uint64_t now);
/* Pays for the hook calls of hollow samples that recorded nothing. */
void ort_sample_pay_hollow(struct ort_sampler *s);
/* Gives the process the credit of a process's start once more, for a new recording. */
void ort_sample_payment_forget(void);
/* Adds the last credit of a thread that ends. */
void ort_sampler_earn_last(struct ort_sampler *s);
/* Forgets the thread's CPU time: another thread or a fork's child uses the sampler from now on. */
void ort_sampler_time_forget(struct ort_sampler *s);

/* Returns the recorded executions of scope `id`; NULL: no memory, recording has been stopped. */
struct ort_recorded *ort_sampler_recorded(struct ort_sampler *s, uint32_t id);
/* Takes a state at rest from the pool: nothing counts in it until a sample begins. NULL: there is
 * none. */
struct ort_thread *ort_sample_state(void);

/* Forgets all that was counted and sampled, for a new raw file. The caller holds the scopes'
 * lock. */
void ort_sampler_forget(void);

#endif
