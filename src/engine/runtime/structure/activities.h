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

#include "engine/runtime/core/seams.h"
#include "structure_state.h"

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

/* ---- facts ---- */

/* The step of `place` that the activation `at` runs in. A loop's is a body; a recursion's an
 * activation, of which nothing but the stamp is its own. */
uint64_t ort_step_of(const struct ort_structure *s, struct ordo_frame *at,
                     struct ordo_frame *place);

/* The key of the range of array v. */
static inline uint64_t ort_range_key(ort_vertex v, uint32_t age) {
    return ORT_KEY_RANGE | (uint64_t)age << 43 | v;
}

static inline void ort_range_take(struct ort_fact *f, const struct ort_fact *from) {
    f->low = from->low;
    f->high = from->high;
    f->each = from->each;
    f->scale = from->scale;
}

/* A fact that an ended invocation left is gone on with: what its end added is taken back. */
void ort_facts_reopen(struct ort_structure *s, struct ort_fact *f);

/* The fact gets other names, or goes into the fact that has them; then it is on the list. `typed`:
 * facts of types that may be the fact's own. */
void ort_facts_name_anew(struct ort_structure *s, uint32_t *list, uint32_t i, uint32_t home,
                         uint32_t context, uint64_t key, uint32_t typed);

/* All facts of the list go to the home, or nowhere (0). */
void ort_facts_pass_on(struct ort_structure *s, uint32_t list, uint32_t home);

/* The home ends: what tallies have for it goes to its facts. It is itself an activation of the
 * context that took `steps`, and in that one's tally already when `tallied`. */
void ort_facts_settle_steps(struct ort_thread *t, uint32_t home, uint32_t context, uint64_t steps,
                            int tallied);

#endif
