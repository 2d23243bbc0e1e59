/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * watch.h: which invocations of repetitions are looked at. Of the others nothing is noted but their
 * steps; what they access counts for the innermost one around them that is looked at.
 *
 * Whether an invocation is, is decided before it accesses anything, so that what is seen does not
 * depend on what would be found:
 *   - the first 16 of each context always are, and so are all with ORDO_STRUCTURE_EFFORT=all. Where
 *     there are many contexts it is the first 4 once 8,192 of the thread were looked at for this,
 *     and the first one once 32,768 were
 *   - of later ones every one up to the 128th, and then one in each 128th part of those that were;
 *     once the thread's free share is spent the 16th, and one in each 16th part; while they tell
 *     nothing new, being of sizes that were seen often enough, one in each quarter
 *   - and, after one whose steps are in a higher octave (octaves.h) than those of any before it,
 *     the next 8; in a higher quarter of one, the next 2
 * of these two, when the context has paid for those that were looked at: each costs the accesses
 * and facts that were counted in it, and all of its invocations pay their blocks. A thread has a
 * share that is free. One whose structures could not be measured (effort.h) is not looked at.
 *
 * Errors:  without memory recording has been stopped.   Threads: the owner only.
 * Signal-safe: yes.
 */
#ifndef ORT_WATCH_H
#define ORT_WATCH_H

#include "engine/runtime/core/tally.h"
#include "octaves.h"

/* Of a context, what most ends do not touch: the rest is in its tally (tally.h). What the tally has
 * more than `calls` and `steps` is its home's. */
struct ort_watched {
    uint64_t next;  /* the number of calls from which on another one is due */
    uint64_t spent; /* work */
    uint64_t calls, steps;
    uint32_t fact; /* of the tally's home, of the context's steps: index + 1 */
    uint32_t seen; /* ort_quarter_octave of the most steps that were noticed */
    uint32_t owed;
    uint32_t stale; /* 1: the latest one looked at told nothing new */
};

struct ort_watch {
    struct ort_watched *of; /* by context index */
    uint32_t room;
    uint32_t first; /* that were the first of their contexts */
    uint64_t spent; /* by the thread */
    uint64_t noted; /* the thread's work when that was added to */
};

/* What there is of the context (index + 1); NULL: no memory. */
static inline struct ort_watched *ort_watched(struct ort_watch *w, uint32_t context);

/* Rare half of ort_watch_begins: one is due. */
int ort_watch_decides(struct ort_watch *w, const struct ort_thread *t, uint32_t context, int loop,
                      uint64_t work, int within);
/* Is the invocation of `context` that has begun looked at? `loop`: it is a loop's; `work`: the
 * thread's so far; `within`: one around it is. */
static inline int ort_watch_begins(struct ort_watch *w, const struct ort_thread *t,
                                   uint32_t context, int loop, uint64_t work, int within) {
    return unlikely(ort_tally_is_due(ort_tally_of(t, context - 1))) &&
           ort_watch_decides(w, t, context, loop, work, within);
}
/* An invocation has ended after so many steps. 1: that is so many more that others are due. */
static inline int ort_watch_note(struct ort_watched *of, uint64_t steps);
/* One that was, since the thread's work was `began`, has ended. `news`: it was one of the first of
 * its size. */
void ort_watch_ended(struct ort_watch *w, uint32_t context, uint64_t began, uint64_t work,
                     int news);
/* In a fork's child: nothing was looked at. */
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
