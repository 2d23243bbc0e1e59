/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * activities.h: algorithmic profiling inside the program (Zaparanuks and Hauswirth, Algorithmic
 * Profiling, PLDI 2012): which data structures each repetition works on, how large they are, and
 * what it does with them. On in programs of `ordo cc --structure` when ORDO_STRUCTURE=1.
 *
 * An access counts for its place, the innermost open repetition: a loop's activation, or the
 * outermost one of a recursion. What it does is kept as facts (facts.h) of its home: the place's
 * invocation, or when that one is not looked at (watch.h) the innermost one around it that is. When
 * a home ends, the invocation is written down (invocations.h) and its facts go to the home that it
 * ran in. So facts of an invocation that is looked at are whole; where there is none, nothing is
 * done but to keep up the graph.
 *
 * A routine that is not known to recur, by the compiler or from an earlier activation, is no
 * repetition. Where the compiler sees calls by address that may enter it again, it is taken for one
 * until it ends: when it did not recur then, its facts become those of its place. Of a recursion
 * that the compiler does not see, the first invocation is not told apart.
 *
 * Errors:  recording has been stopped.   Threads: the owner of `t`; modules: under their lock.
 * Signal-safe: yes.
 */
#ifndef ORT_ACTIVITIES_H
#define ORT_ACTIVITIES_H

#include "cycles_seen.h"
#include "engine/runtime/core/recurring.h"
#include "engine/runtime/core/seams.h"
#include "engine/runtime/core/tally.h"
#include "engine/runtime/graph/facts.h"
#include "engine/runtime/system/settings.h"
#include "key_index.h"

#define ORT_RECENT_LOG2 11

/* Work (ort_structure_work) that an invocation is told since it began. Once the thread has told so
 * much to all, there is less of it for each: for what repetitions in it do, and for what it reads
 * itself. */
#define ORT_TOLD (1u << 21)
#define ORT_TOLD_BY_ALL (1u << 22)
#define ORT_TOLD_LESS (1u << 14)
#define ORT_TOLD_ITSELF_LESS (1u << 20)

struct ort_activity {
    uint32_t home;    /* number + 1 of the home's frame; 1: none is looked at; 0: not settled yet */
    uint32_t place;   /* number of the repetition's frame; 0: none */
    uint32_t context; /* of the place: index + 1 */
    uint32_t facts;   /* a home's: list; index + 1 */
    uint32_t inputs;  /* facts of inputs that came since their number was looked at */
    uint32_t many;    /* so many may come until it is again; 0: MOST_NEW_INPUTS */
    uint32_t joins;   /* of inputs, when its first fact came */
    uint32_t around;  /* like home, however much that has been told already */
    uint32_t recursion; /* number of the innermost frame, that of the place or one around it, that a
                           recursion was entered by; 0: none */
    uint16_t partial;   /* a home that was not told all that is done in it */
    uint16_t cut;      /* the home is told no reads of it any more, which it was; writes of links */
    uint32_t copyings; /* of arrays, when it began (graph.h) */
    uint64_t began;    /* the thread's work when the repetition began */
} __attribute__((aligned(64))); /* a cache line each */

/* An array's own fact of a home and context, and the range of its indices. */
struct ort_recent {
    ort_vertex vertex;
    uint32_t age, home, context;
    uint32_t fact, serial;
    uint32_t range, range_serial; /* 0: no array */
};

/* A structure's own fact of a home and context. */
struct ort_latest {
    uint32_t input, home, context, fact, serial;
};
#define ORT_LATEST 1024u

/* growths.c: an array that was copied to a larger one, and the keys that they have. */
struct ort_growth {
    uint64_t accesses; /* of the thread, when it was copied */
    uint32_t from, to;
    ort_vertex larger, array;
};

struct ort_structure {
    struct ort_facts table;
    struct ort_key_index scales;  /* ranges.c: the range of a context and scale */
    struct ort_key_index reached; /* growths.c: when and how far inputs were accessed */
    struct ort_growth *growths;
    uint32_t n_growths, thread;
    struct ort_latest latest[ORT_LATEST]; /* by input */
    struct ort_activity *activities;      /* by frame number */
    struct ort_recent recent[1u << ORT_RECENT_LOG2];
    struct ort_activity writer; /* an activation that is cut, as its writes of links see it */
    struct ort_fact nowhere;    /* what is accessed when nothing is looked at counts for this */
    uint64_t accesses;
    uint64_t passed; /* facts that went from an ended home to another one */
    uint32_t order;
    struct ort_site_of *sites;           /* sites.h */
    struct ort_effort *effort;           /* effort.h */
    struct ort_invocations *invocations; /* invocations.h */
    struct ort_watch *watch;             /* watch.h */
    struct ort_cycles cycles;            /* cycles_seen.h */
};

/* t's state, made when there is none; NULL. */
struct ort_structure *ort_structure_make(struct ort_thread *t);
static inline struct ort_structure *ort_structure_of(struct ort_thread *t) {
    return likely(t->structure != NULL) ? t->structure : ort_structure_make(t);
}

/* Are both routines of one recursion, as far as is known? */
static inline int ort_structure_recur_together(const struct ort_structure *s,
                                               const struct ordo_scope *a,
                                               const struct ordo_scope *b) {
    uint32_t group = ort_group_of(a);
    if (group != ort_group_of(b)) return 0;
    return likely(!ort_cycle_is_split(&s->cycles, group)) || ort_cycle_is_same(&s->cycles, a, b);
}

/* The routine is in the recursion that `header` was entered by, as far as the compiler knows. */
static inline void ort_structure_note_cycle(struct ort_structure *s,
                                            const struct ordo_scope *routine,
                                            const struct ordo_scope *header) {
    struct ort_cycles *c = &s->cycles;
    if (header != routine && c->room && !ort_cycle_is_split(c, ort_group_of(routine)))
        ort_cycles_note(c, routine, header);
}

/* What is settled of an activation that is no repetition of its own, or is one step of `of`. */
static inline void ort_structure_belong(struct ort_activity *a, const struct ort_activity *of) {
    a->home = of->home;
    a->around = of->around;
    a->cut = of->cut;
    a->place = of->place;
    a->context = of->context;
    a->recursion = of->recursion;
}

/* Where what f does counts. */
struct ort_activity *ort_structure_settle(struct ort_thread *t, struct ordo_frame *f);
static inline struct ort_activity *ort_structure_at(struct ort_thread *t, struct ordo_frame *f) {
    struct ort_activity *a = &t->structure->activities[f - t->frames];
    return likely(a->home != 0) ? a : ort_structure_settle(t, f);
}

/* The calling thread is about to copy: its repetitions begin before that, though they may be told
 * later. */
static inline void ort_structure_copies(void) {
    struct ort_thread *t = (struct ort_thread *)__ordo_self;
    if (likely(ort_structure_of(t) != NULL)) ort_structure_at(t, t->hot.top);
}

/* An array is copied now by the activation f of the calling thread. */
static inline struct ort_copying ort_structure_copying(const struct ordo_frame *f) {
    const struct ort_thread *t = (struct ort_thread *)__ordo_self;
    return (struct ort_copying){t->structure ? t->structure->accesses : 0, t->number, f->stamp};
}

/* What has been done so far for those that are looked at: the same in each run. */
static inline uint64_t ort_structure_work(const struct ort_structure *s) {
    return s->accesses + 16 * s->passed;
}

/* Has the home been told more than its share of work? That is ORT_TOLD, and `less` once the thread
 * has told much to all: ORT_TOLD_LESS for what begins in it, ORT_TOLD_ITSELF_LESS for what it reads
 * itself. */
static inline int ort_structure_is_told(const struct ort_structure *s, uint32_t home, uint64_t work,
                                        uint64_t less) {
    uint64_t most = work < ORT_TOLD_BY_ALL ? ORT_TOLD : less;
    return work - s->activities[home - 1].began > most && !ort_settings.measure_all;
}

/* The repetition f ends, in the tally of its node when `tallied`. */
void ort_structure_end_repetition(struct ort_thread *t, struct ordo_frame *f, uint32_t context,
                                  int tallied);
void ort_structure_end_unrecurred(struct ort_thread *t, struct ordo_frame *f);
/* So many activations of a routine that may recur have ended in one context, and none did: from now
 * on they have no frames, until it is entered again (abi.h: ordo_unframed). */
#define ORT_TRIED 1024u
static inline void ort_structure_tried(struct ort_thread *t, const struct ordo_scope *s,
                                       uint64_t calls) {
    uint8_t *unframed = &t->hot.unframed[s->id];
    if (unlikely(calls >= ORT_TRIED) && !*unframed && !ort_settings.measure_all)
        *unframed = ORDO_UNFRAMED_TRIED;
}
/* The routine, which recurs, was one of these: calls of it were not counted. */
static inline int ort_structure_recurs_late(const struct ort_thread *t,
                                            const struct ordo_scope *s) {
    return ort_may_cycle(s) && t->hot.unframed[s->id] == ORDO_UNFRAMED_NEVER;
}
/* An invocation of the loop has ended after more steps than any before it. */
void ort_structure_grown(struct ort_thread *t, uint32_t context, uint64_t steps);

/* f has ended: nothing is settled of it any more. */
static inline void ort_structure_end_place(struct ort_thread *t, const struct ordo_frame *f) {
    struct ort_activity *a = &t->structure->activities[f - t->frames];
    a->home = 0;
    t->hot.untold = a[-1].home == 1;
}

/* The repetition f ends, its node's tally is y. Is there nothing to be done, as it is not looked at
 * and y counts for its home already? */
static inline int ort_structure_ends_unseen(const struct ort_structure *s,
                                            const struct ordo_frame *f,
                                            const struct ort_activity *a,
                                            const struct ordo_raw_tally *y) {
    uint32_t told = a->home, around = a->around;
    if (!told) { /* nothing was settled: it would begin only now */
        told = a[-1].home;
        around = a[-1].around;
        if (!told || ort_tally_is_due(y)) return 0;
        if (f->scope->kind != ORDO_KIND_LOOP && f->depth_level) return 0;
        if (told > 1 && ort_structure_is_told(s, told, ort_structure_work(s), ORT_TOLD_LESS))
            told = 1;
    }
    uint32_t home = around - 1;
    if (a == &s->activities[home]) return 0;
    if (y->home == home) return told != 1 || !home;
    return y->home == (home | ORT_TALLY_PARTIAL);
}

/* As ort_structure_ended, of an activation that the tally y of its node has counted. `grown`: it
 * took more steps than any before it. */
static inline __attribute__((always_inline)) void
ort_structure_end_counted(struct ort_thread *t, struct ordo_frame *f, uint32_t context,
                          struct ordo_raw_tally *y, int grown) {
    struct ort_structure *s = ort_structure_of(t);
    if (unlikely(!s)) return;
    int loop = f->scope->kind == ORDO_KIND_LOOP;
    if (unlikely(grown) && !loop) y->due = 0; /* so that it is noted (watch.c) */
    if (loop || ort_recurs(t, f->scope)) {
        if (unlikely(!ort_structure_ends_unseen(s, f, &s->activities[f - t->frames], y)))
            ort_structure_end_repetition(t, f, context, 1);
        if (unlikely(grown) && loop) ort_structure_grown(t, context, f->iterations);
    } else if (unlikely(ort_may_cycle(f->scope))) {
        ort_structure_end_unrecurred(t, f);
        ort_structure_tried(t, f->scope, y->calls);
    }
    ort_structure_end_place(t, f);
}

/* What the array at `from` has was copied to `to` by the activation f of the calling thread. The
 * caller holds the graph's lock. */
static inline void ort_structure_copied(const void *to, const void *from,
                                        const struct ordo_frame *f) {
    struct ort_copying *copying = ort_graph_copying((uintptr_t)to, (uintptr_t)from);
    if (copying) *copying = ort_structure_copying(f);
}

static inline struct ort_recent *ort_recent_of(struct ort_structure *s, ort_vertex v,
                                               uint32_t context) {
    return &s->recent[(v ^ context * 0x9E3779B1u >> 16) & ((1u << ORT_RECENT_LOG2) - 1)];
}

/* Vertex v was accessed at `a`, whose home is looked at: its fact, index + 1, or 0, and the fact of
 * its indices when v is an array, else 0. `fresh`: the access brought v into being. */
uint32_t ort_structure_fact(struct ort_thread *t, struct ort_structure *s,
                            const struct ort_activity *a, ort_vertex v, int fresh, uint32_t *range);
/* An own fact of the home of `a` was accessed now. */
void ort_structure_step(struct ort_thread *t, struct ort_structure *s, struct ort_fact *f,
                        const struct ort_activity *a);
/* What an own fact counts for one type of its input's elements; NULL. */
struct ort_fact *ort_structure_typed(struct ort_structure *s, struct ort_fact *f, uint32_t type);
/* The own fact of a stream that is accessed at `a`, index + 1, or 0. */
uint32_t ort_structure_stream(struct ort_structure *s, const struct ort_activity *a, uint64_t key,
                              uint32_t form, int fd);

/* Takes the inputs of the home that are of one form and type together where they are too many; its
 * own facts, measured as they are now, become facts of its context. In the graph. */
void ort_facts_gather(struct ort_structure *s, uint32_t home);

#endif
