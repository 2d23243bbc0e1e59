/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * cycles_seen.h: which routines of one cycle of the call graph have recurred together. A cycle of
 * calls may be much greater than the recursions that come about: parsers and interpreters are one
 * by their calls, and within that an expression is parsed by some of them and a tree searched by
 * others. As in the report (structure/recursion_sets.c) a routine that is entered while it is open
 * makes one recursion of all between, and those that share a routine are one; here of the calling
 * contexts that there are so far.
 *
 * The compiler is believed until recursions within a cycle have been entered often enough while
 * what it was entered by was none of theirs: from then on the cycle is split.
 *
 * Errors:  without memory nothing more is noticed.   Threads: the owner only.   Signal-safe: yes.
 */
#ifndef ORT_CYCLES_SEEN_H
#define ORT_CYCLES_SEEN_H

#include "engine/runtime/core/recurring.h"
#include "engine/runtime/core/thread_state.h"

struct ort_cycle_seen {
    uint32_t with;      /* the routine that stands for its recursion, its number + 1; 0: itself */
    uint32_t strangers; /* of a cycle: re-entries below what is of another recursion */
    uint8_t recurred;
};

struct ort_cycles {
    struct ort_cycle_seen *of; /* by number of the scope */
    uint32_t room;
    uint32_t changes;   /* how often recursions have come about or been joined */
    uint32_t *entering; /* by context: what ort_cycles_enters found, and after which change */
    uint32_t n_entering;
};

#define ORT_STRANGERS 256u

/* The routine that stands for the recursion of that one. */
static inline uint32_t ort_cycle_of(const struct ort_cycles *c, uint32_t scope) {
    return scope < c->room && c->of[scope].with ? c->of[scope].with - 1 : scope;
}

/* Have two routines of one cycle recurred together, or is it one? */
static inline int ort_cycle_is_same(const struct ort_cycles *c, const struct ordo_scope *a,
                                    const struct ordo_scope *b) {
    return a == b || ort_cycle_of(c, a->id) == ort_cycle_of(c, b->id);
}

static inline int ort_cycle_is_split(const struct ort_cycles *c, uint32_t group) {
    return group < c->room && c->of[group].strangers >= ORT_STRANGERS;
}

/* A context was made for a routine that is on its own path: what is between recurs with it. */
void ort_cycles_close(struct ort_cycles *c, const struct ort_thread *t, uint32_t context);
/* The routine was entered again below `header`, which its cycle was entered by. */
void ort_cycles_note(struct ort_cycles *c, const struct ordo_scope *routine,
                     const struct ordo_scope *header);
/* Is the context, of a routine of a split cycle, one that its recursion is entered by? */
int ort_cycles_enters(struct ort_cycles *c, const struct ort_thread *t, uint32_t context);
/* The same where it was found of late; else -1. */
static inline int ort_cycles_enters_known(const struct ort_cycles *c, uint32_t context) {
    uint32_t known = context < c->n_entering ? c->entering[context] : 0;
    return known >> 1 == c->changes + 1 ? (int)(known & 1) : -1;
}
void ort_cycles_forget(struct ort_cycles *c);

#endif
