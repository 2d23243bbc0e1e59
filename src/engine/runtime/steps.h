/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * steps.h: how often each node of the calling context tree repeated, for the repetition tree
 * (Zaparanuks and Hauswirth, Algorithmic Profiling, section 2.1). Off unless ORDO_TREE=1.
 *
 * Units:   a loop's steps are the bodies entered; a routine's its activations, and the
 *          activations of its group, the outermost one included
 * Errors:  recording has been stopped
 * Threads: the owner of `t` only. Signal-safe: yes.
 */
#ifndef ORT_STEPS_H
#define ORT_STEPS_H

#include "recurring.h"
#include "thread.h"

/* Activations that have ended since the outermost open one began. */
struct ort_recursion_steps {
    uint64_t own;
    uint64_t group; /* of a group's first routine */
};

static inline int ort_steps_on(const struct ort_thread *t) {
    return t->steps[0] != NULL;
}

/* Room beside chunk k of the contexts, for tallies too where structures are recorded: 0, or -1. */
int ort_steps_make(struct ort_thread *t, uint32_t k, const struct ordo_raw_contexts *beside);

/* Steps of the node of that index. */
struct ordo_raw_step *ort_steps_of(const struct ort_thread *t, uint32_t context);

/* 1: more steps than before ended at once, of the routine or the group. */
int ort_steps_add_routine(struct ort_thread *t, const struct ordo_frame *f, uint32_t context);
void ort_steps_add_loop(struct ort_thread *t, uint32_t context, uint64_t steps);

/* The outermost open activation of the routine of s ends, after no more steps than others: they are
 * added. 0: nothing was done. */
static inline int ort_steps_add_usual(struct ordo_raw_step *s, struct ort_recursion_steps *r) {
    uint64_t steps = r->own + 1;
    if (steps > s->greatest || steps < s->least) return 0;
    r->own = 0;
    s->sum += steps;
    ort_barrier();
    s->invocations++;
    return 1;
}

/* The activation f of the node of index `context` has ended. */
static inline void ort_steps_add(struct ort_thread *t, const struct ordo_frame *f,
                                 uint32_t context) {
    const struct ordo_scope *s = f->scope;
    if (s->kind == ORDO_KIND_LOOP)
        ort_steps_add_loop(t, context, f->iterations);
    else if (ort_may_recur(s))
        ort_steps_add_routine(t, f, context);
}

/* The same for one that is not tallied (of this process's parent). */
void ort_steps_skip(struct ort_thread *t, const struct ordo_frame *f);

#endif
