/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * vg_state.h: the recording state of the running thread.
 *
 * Valgrind runs one thread of the program at a time. When a thread begins to run, `ovg_now`
 * receives what translated code and its helpers need of that thread: blocks executed, the stamp of
 * the innermost open activation, and the address of its shadow. When the thread stops, it is copied
 * back.
 *
 * The states (struct ort_thread), their shadow stacks, shadow memories and tables are those of the
 * compiled engine's runtime, compiled for this tool without thread-local storage: `__ordo_self` is
 * the running thread's state.
 *
 * Threads: the running one.     Errors: none; recording stops as in the runtime.
 */
#ifndef OVG_STATE_H
#define OVG_STATE_H

#include "engine/runtime/core/thread_state.h"
#include "engine/runtime/system/settings.h"

/* Addresses of the program are below this (Valgrind's own limit on amd64). */
#define OVG_ADDRESSES (1ull << 37)

/* Read and written by translated code, at a constant address. */
struct ovg_now {
    uint64_t cost;   /* blocks executed by the running state */
    uint64_t shadow; /* the stamp of the cell at A is the 32-bit word at shadow + (A >> 3 << 2) */
    uint64_t stamp;  /* of the innermost open activation; 0: no read is a first read. With
                      * OVG_QUIET, reads are not attributed */
    uint64_t
        sp; /* address of the innermost open activation's return address; 0: all jumps matter */

    /* A lazy binding in progress: the dynamic linker's work is not attributed. */
    uint64_t binding_until; /* ends with a jump to the bound routine at this SP; 0: none */
    uint64_t binding_cost;  /* cost at its beginning */
    uint64_t binding_instructions;

    uint32_t special; /* whether calls and returns need more checks (ovg_state_note_special) */
    uint32_t pad1;
    struct ordo_frame *frame; /* the innermost open activation's, or a dummy that is not read */

    uint64_t instructions; /* executed by the running state, if counted */

    /* Stack pointer of the open call of an allocator, whose bookkeeping is not input; 0: none. */
    uint64_t allocator;
};
#define OVG_QUIET (1ull << 63) /* makes `stamp` negative: no cell's stamp is lower */
extern struct ovg_now ovg_now;
extern struct ordo_frame ovg_no_frame;

/* Whether translated code compares stamps itself: cells of 8 bytes, windows, no drms. Set before
 * the first translation. */
extern int ovg_inline_checks;

/* Whether loops are scopes. Set before the first translation. */
extern int ovg_measures_loops;

/* Whether instructions are counted. Set before the first translation. */
extern int ovg_counts_instructions;

/* Returns whether only chosen routines are measured and none is open, so that costs are not
 * attributed. */
static inline int ovg_is_outside(const struct ordo_thread *hot) {
    return unlikely(ort_settings.inside != NULL) &&
           hot->top == ((const struct ort_thread *)hot)->frames;
}

/* Begins recording with the program's first thread. Returns 0 if recording is on. */
int ovg_state_init(void);

/* Moves costs from ovg_now to the running state. */
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

void ovg_state_save(void); /* copies ovg_now to the running state */
void ovg_state_load(void); /* copies back, after __ordo_self or its top has changed */

/* Sets the stamp that translated code compares with and stores. */
static inline void ovg_state_set_stamp(uint32_t stamp) {
    ovg_now.stamp = stamp | (ovg_now.binding_until || ovg_now.allocator ? OVG_QUIET : 0);
}

/* Updates ovg_now.special after a change of the binding or of the running state. */
static inline void ovg_state_note_special(void) {
    ovg_state_set_stamp((uint32_t)ovg_now.stamp);
    const struct ort_thread *t = (const struct ort_thread *)__ordo_self;
    ovg_now.special = ovg_now.binding_until || ort_settings.inside || ort_settings.costs ||
                      ort_settings.drms || ovg_measures_loops || !t->hot.tick || t->interrupted;
}

/* Copies the stamp and stack pointer of the running state's new top to ovg_now. */
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

/* Announces memory of the program at [low, high), so that translated code may write stamps for
 * it. */
void ovg_state_mapped(uint64_t low, uint64_t high);

/* Makes `tid`, a thread of the program, the running thread. */
void ovg_state_switch(uint32_t tid);

/* Handles a change of the running thread's state by a signal handler, a coroutine or fork. */
void ovg_state_note(void);

/* Ends the open activations of thread `tid`, which has ended. */
void ovg_state_end(uint32_t tid);

/* Handles a fork's child, which has only the running thread. */
void ovg_state_alone(void);

#endif
