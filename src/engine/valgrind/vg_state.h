/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * vg_state.h: whose recording the running code belongs to.
 *
 * Valgrind runs one thread of the program at a time. What translated code and its helpers need of
 * the running thread is copied into `ovg_now` when a thread begins to run, and back when it stops:
 * the blocks executed, the stamp of the innermost open activation, and where its shadow begins.
 *
 * The states themselves (struct ort_thread), their shadow stacks, shadow memories and tables are
 * the compiled engine's runtime, compiled for this tool without thread-local storage:
 * `__ordo_self` is the running thread's state.
 *
 * Threads: the one that runs.     Errors: none; recording stops as the runtime stops it.
 */
#ifndef OVG_STATE_H
#define OVG_STATE_H

#include "engine/runtime/core/thread_state.h"
#include "engine/runtime/system/settings.h"

/* Addresses of the program are below this (Valgrind's own limit on amd64). */
#define OVG_ADDRESSES (1ull << 37)

/* Read and written by translated code, at this constant address. */
struct ovg_now {
    uint64_t cost;   /* blocks executed by the running state */
    uint64_t shadow; /* the stamp of the cell at A is the 32-bit word at shadow + (A >> 3 << 2) */
    uint64_t stamp;  /* of the innermost open activation; 0: nothing is an activation's first read.
                        With OVG_QUIET what is read is nobody's */
    uint64_t
        sp; /* where the innermost open activation's return address lies; 0: all jumps matter */

    /* A lazy binding in progress: the dynamic linker's work is nobody's. */
    uint64_t binding_until; /* it ends with a jump to the bound routine at this SP; 0: none */
    uint64_t binding_cost;  /* the cost when it began */
    uint64_t binding_instructions;

    uint32_t special; /* whether calls and returns have more to look at (ovg_state_note_special) */
    uint32_t pad1;
    struct ordo_frame *frame; /* the innermost open activation's, or one that nobody reads */

    uint64_t instructions; /* executed by the running state, where they are counted */

    /* The open call of an allocator, whose records are nobody's input: its stack pointer; 0: none.
     */
    uint64_t allocator;
};
#define OVG_QUIET (1ull << 63) /* makes `stamp` negative: no cell's is below it */
extern struct ovg_now ovg_now;
extern struct ordo_frame ovg_no_frame;

/* Whether translated code checks stamps itself: cells of 8 bytes, windows, no drms. Decided before
 * the first translation. */
extern int ovg_inline_checks;

/* Whether loops are scopes. Decided before the first translation. */
extern int ovg_measures_loops;

/* Whether instructions are counted. Decided before the first translation. */
extern int ovg_counts_instructions;

/* Whether only what runs inside of chosen routines is measured, and nothing is at the moment: what
 * is executed meanwhile costs nobody anything. */
static inline int ovg_is_outside(const struct ordo_thread *hot) {
    return unlikely(ort_settings.inside != NULL) &&
           hot->top == ((const struct ort_thread *)hot)->frames;
}

/* Begins recording with the program's first thread. 0: recording is on. */
int ovg_state_init(void);

/* What has been executed, from ovg_now into the running state. */
static inline void ovg_state_settle_costs(struct ordo_thread *hot) {
    struct ort_thread *t = (struct ort_thread *)hot;
    if (ovg_is_outside(hot)) {
        ovg_now.cost = hot->cost;
        ovg_now.instructions = t->counts[ORDO_COST_INSTRUCTIONS];
        return;
    }
    hot->cost = ovg_now.cost;
    if (unlikely(t->extras != NULL)) t->counts[ORDO_COST_INSTRUCTIONS] = ovg_now.instructions;
}

void ovg_state_save(void); /* ovg_now into the running state */
void ovg_state_load(void); /* and back, after __ordo_self or its top has changed */

/* The stamp that translated code compares with and stores. */
static inline void ovg_state_set_stamp(uint32_t stamp) {
    ovg_now.stamp = stamp | (ovg_now.binding_until || ovg_now.allocator ? OVG_QUIET : 0);
}

/* A binding, or what the running state is, has changed. */
static inline void ovg_state_note_special(void) {
    ovg_state_set_stamp((uint32_t)ovg_now.stamp);
    const struct ort_thread *t = (const struct ort_thread *)__ordo_self;
    ovg_now.special = ovg_now.binding_until || ort_settings.inside || ort_settings.costs ||
                      ort_settings.drms || ovg_measures_loops || !t->hot.tick || t->interrupted;
}

/* The top of the running state has changed: its stamp and stack pointer into ovg_now. */
static inline void ovg_state_top(const struct ordo_thread *hot) {
    ovg_now.frame = hot->tick && !ovg_now.binding_until ? hot->top : &ovg_no_frame;
    if (ovg_is_outside(hot)) {
        ovg_state_set_stamp(0);
        ovg_now.sp = UINT64_MAX;
        return;
    }
    ovg_state_set_stamp(hot->tick ? hot->top->stamp : 0);
    ovg_now.sp = ovg_now.binding_until ? 0 : (uint64_t)hot->top->args[0];
}

/* The program has memory at [low, high): translated code may write stamps for it. */
void ovg_state_mapped(uint64_t low, uint64_t high);

/* `tid`, a thread of the program, runs from here on. */
void ovg_state_switch(uint32_t tid);

/* The running thread's state has changed hands (a signal handler, a coroutine, fork). */
void ovg_state_note(void);

/* Thread `tid` has ended: its open activations end. */
void ovg_state_end(uint32_t tid);

/* In a fork's child: no thread but the running one is left. */
void ovg_state_alone(void);

#endif
