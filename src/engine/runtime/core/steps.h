/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * steps.h: how often each node of the calling context tree repeated, for the repetition tree
 * (Zaparanuks and Hauswirth, Algorithmic Profiling, section 2.1). Off unless ORDO_TREE=1 or
 * ORDO_STRUCTURE=1.
 *
 * Units:   a loop's steps are its iterations; a routine's are its activations, and separately those
 *          of its group, the outermost one included
 * Errors:  0 or -1; recording has then been stopped
 * Threads: the owner of `t` only. Signal-safe: yes.
 */
#ifndef ORT_STEPS_H
#define ORT_STEPS_H

#include "engine/runtime/core/recurring.h"
#include "thread_state.h"

/* Activations that have ended since the outermost open one began. */
struct ort_recursion_steps {
    uint64_t own;
    uint64_t group; /* of the group whose first routine this is */
};

static inline int ort_steps_on(const struct ort_thread *t) {
    return t->steps[0] != NULL;
}

/* Makes the steps of chunk k of the contexts, and its tallies if structures are recorded: 0, or
 * -1. */
int ort_steps_make(struct ort_thread *t, uint32_t k, const struct ordo_raw_contexts *beside);

/* Returns the steps of the node with that index. */
struct ordo_raw_step *ort_steps_of(const struct ort_thread *t, uint32_t context);

/* Adds the ended activation f of a routine to the node with the index `context`. Returns 1 if an
 * invocation of the routine or the group ended that had more steps than any before. */
int ort_steps_add_routine(struct ort_thread *t, const struct ordo_frame *f, uint32_t context);
/* Adds an ended activation of a loop. */
void ort_steps_add_loop(struct ort_thread *t, uint32_t context, uint64_t steps);

/* Adds f, an activation of a routine that is ending, to the node with the index `context`, unless
 * that would change the node's least or greatest number of steps. Then it returns 0 and has done
 * nothing. `outermost`: f is the outermost open activation of its routine. */
static inline int ort_steps_add_usual(struct ort_thread *t, const struct ordo_frame *f,
                                      uint32_t context, int outermost) {
    uint32_t id = f->scope->id, group = ort_group_of(f->scope);
    if (id >= t->n_recursions || group >= t->n_recursions) return 0;
    struct ordo_raw_step *s = ort_steps_of(t, context);
    uint64_t *own = &t->recursions[id].own, *all = &t->recursions[group].group;
    uint64_t n = *own + 1, of_group = *all + 1;
    if (outermost && (n > s->greatest || n < s->least)) return 0;
    if (!f->depth_level && (of_group > s->group_greatest || of_group < s->group_least)) return 0;
    if (outermost) {
        s->sum += n;
        ort_barrier();
        s->invocations++;
    }
    if (!f->depth_level) {
        s->group_sum += of_group;
        ort_barrier();
        s->group_invocations++;
    }
    *own = outermost ? 0 : n;
    *all = f->depth_level ? of_group : 0;
    return 1;
}

/* Adds the ended activation f to the node with the index `context`. */
static inline void ort_steps_add(struct ort_thread *t, const struct ordo_frame *f,
                                 uint32_t context) {
    const struct ordo_scope *s = f->scope;
    if (s->kind == ORDO_KIND_LOOP)
        ort_steps_add_loop(t, context, f->iterations);
    else if (ort_may_recur(s))
        ort_steps_add_routine(t, f, context);
}

/* Resets the counters that an ended activation resets, for one that is not counted because the
 * parent of this process opened it. */
void ort_steps_skip(struct ort_thread *t, const struct ordo_frame *f);

#endif
