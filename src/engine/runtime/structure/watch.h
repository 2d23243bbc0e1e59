/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * watch.h: which invocations of repetitions are observed. Of the others only the steps are noted;
 * what they access counts for the innermost observed invocation around them.
 *
 * This is decided before the invocation accesses anything, so that it does not depend on what would
 * be found:
 *
 *   - The first 16 of each context are always observed, and so are all with
 *     ORDO_STRUCTURE_EFFORT=all. If there are many contexts, it is the first 4 once 8,192 of the
 *     thread were observed for this reason, and the first one once 32,768 were.
 *   - Of later ones, each is observed up to the 128th, and then one in each 128th part of those so
 *     far. Once the thread's free share is spent, this is the 16th and one in each 16th part; while
 *     they bring nothing new, because enough of their sizes were seen, one in each quarter.
 *   - After an invocation whose steps are in a higher octave (octaves.h) than those of any before
 *     it, the next 8 are observed; after one in a higher quarter of an octave, the next 2.
 *   - While all that was observed costs less than half of a free share, all are observed, and from
 *     then on those of contexts that have had less than their part of it. Nobody pays for these.
 *
 * The two rules before that apply if the context has paid for its observed invocations: each costs
 * the accesses and facts that were counted in it, and all of the context's invocations pay with
 * their blocks. A thread has a free share. A context whose structures could not be measured
 * (effort.h) is not observed.
 *
 * Errors:  without memory recording has been stopped.   Threads: the owner only.
 * Signal-safe: yes.
 */
#ifndef ORT_WATCH_H
#define ORT_WATCH_H

#include "engine/runtime/core/tally.h"
#include "octaves.h"

/* A context: what most ends of invocations do not touch; the rest is in its tally (tally.h). What
 * the tally has beyond `calls` and `steps` belongs to its home. */
struct ort_watched {
    uint64_t next;  /* the number of calls from which another one is due */
    uint64_t spent; /* work that it has to pay for */
    uint64_t given; /* work that it had for nothing */
    uint64_t calls, steps;
    uint32_t fact; /* of the context's steps in the tally's home: index + 1 */
    uint32_t seen; /* ort_quarter_octave of the most steps noted */
    uint32_t owed;
    uint32_t stale; /* 1: the latest observed one brought nothing new */
};

struct ort_watch {
    struct ort_watched *of; /* by context index */
    uint32_t room;
    uint32_t first;    /* invocations observed as among the first of their contexts */
    uint32_t contexts; /* that have spent anything */
    uint64_t given;    /* work of the thread that nobody pays for */
    uint64_t spent;    /* by the thread, of other work */
    uint64_t noted;    /* the thread's work when `spent` last grew */
};

/* Returns the entry of the context (index + 1); NULL: no memory. */
static inline struct ort_watched *ort_watched(struct ort_watch *w, uint32_t context);

/* The rare half of ort_watch_begins: an invocation is due. */
int ort_watch_decides(struct ort_watch *w, const struct ort_thread *t, uint32_t context, int loop,
                      uint64_t work, int within);
/* Is the invocation of `context` that has begun observed? `loop`: it is a loop's; `work`: the
 * thread's so far; `within`: one around it is observed. */
static inline int ort_watch_begins(struct ort_watch *w, const struct ort_thread *t,
                                   uint32_t context, int loop, uint64_t work, int within) {
    return unlikely(ort_tally_is_due(ort_tally_of(t, context - 1))) &&
           ort_watch_decides(w, t, context, loop, work, within);
}
/* Notes that an invocation has ended after `steps`. Returns 1 if these are so many more than before
 * that others are due. */
static inline int ort_watch_note(struct ort_watched *of, uint64_t steps);
/* Notes the end of an invocation that was observed since the thread's work was `began`. `news`: it
 * was one of the first of its size. */
void ort_watch_ended(struct ort_watch *w, uint32_t context, uint64_t began, uint64_t work,
                     int news);
/* Forgets everything, in a fork's child. */
void ort_watch_forget(struct ort_watch *w);

struct ort_watched *ort_watch_grow(struct ort_watch *w, uint32_t context);

static inline struct ort_watched *ort_watched(struct ort_watch *w, uint32_t context) {
    return likely(context <= w->room) ? &w->of[context - 1] : ort_watch_grow(w, context);
}

#define ORT_WATCH_AFTER_GROWTH 8u
#define ORT_WATCH_AFTER_SOME 2u

static inline int ort_watch_note(struct ort_watched *of, uint64_t steps) {
    uint32_t m = ort_quarter_octave(steps);
    if (likely(m <= of->seen)) return 0;
    uint32_t due = m / 4 > of->seen / 4 ? ORT_WATCH_AFTER_GROWTH : ORT_WATCH_AFTER_SOME;
    of->seen = m;
    if (of->owed < due) of->owed = due;
    return 1;
}

#endif
