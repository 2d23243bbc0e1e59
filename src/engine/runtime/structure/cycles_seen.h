/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * cycles_seen.h: which routines of one cycle of the call graph have recurred together.
 *
 * A cycle of calls may be much larger than the recursions that happen in it. The routines of a
 * parser or an interpreter call each other in one cycle, and within it some parse expressions and
 * others search a tree. As in the report (structure/recursion_sets.c), a routine that is entered
 * while it is open makes one recursion of all routines between, and recursions that share a routine
 * are one. Here only the calling contexts that exist so far are known.
 *
 * The compiler's cycle is taken for one recursion until recursions within it have been entered
 * often enough below an activation that entered the cycle and belongs to none of them. From then on
 * the cycle is split.
 *
 * Errors:  without memory nothing more is noticed.   Threads: the owner only.   Signal-safe: yes.
 */
#ifndef ORT_CYCLES_SEEN_H
#define ORT_CYCLES_SEEN_H

#include "engine/runtime/core/recurring.h"
#include "engine/runtime/core/thread_state.h"

struct ort_cycle_seen {
    uint32_t with;      /* number + 1 of the routine that stands for its recursion; 0: itself */
    uint32_t strangers; /* of a cycle: re-entries below a routine of another recursion */
    uint8_t recurred;
};

struct ort_cycles {
    struct ort_cycle_seen *of; /* by number of the scope */
    uint32_t room;
    uint32_t changes;   /* how often recursions have appeared or been joined */
    uint32_t *entering; /* by context: what ort_cycles_enters found, and after which change */
    uint32_t n_entering;
};

#define ORT_STRANGERS 256u

/* Returns the routine that stands for the recursion of `scope`. */
static inline uint32_t ort_cycle_of(const struct ort_cycles *c, uint32_t scope) {
    return scope < c->room && c->of[scope].with ? c->of[scope].with - 1 : scope;
}

/* Have two routines of one cycle recurred together, or are they the same? */
static inline int ort_cycle_is_same(const struct ort_cycles *c, const struct ordo_scope *a,
                                    const struct ordo_scope *b) {
    return a == b || ort_cycle_of(c, a->id) == ort_cycle_of(c, b->id);
}

static inline int ort_cycle_is_split(const struct ort_cycles *c, uint32_t group) {
    return group < c->room && c->of[group].strangers >= ORT_STRANGERS;
}

/* Notes that a context was made for a routine that is on its own path: the routines between recur
 * with it. */
void ort_cycles_close(struct ort_cycles *c, const struct ort_thread *t, uint32_t context);
/* Notes that the routine was entered again below `header`, which entered its cycle. */
void ort_cycles_note(struct ort_cycles *c, const struct ordo_scope *routine,
                     const struct ordo_scope *header);
/* Does the context, of a routine of a split cycle, enter its recursion? */
int ort_cycles_enters(struct ort_cycles *c, const struct ort_thread *t, uint32_t context);
/* Returns the same if it was found since the last change, else -1. */
static inline int ort_cycles_enters_known(const struct ort_cycles *c, uint32_t context) {
    uint32_t known = context < c->n_entering ? c->entering[context] : 0;
    return known >> 1 == c->changes + 1 ? (int)(known & 1) : -1;
}
void ort_cycles_forget(struct ort_cycles *c);

#endif
