/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * activities.h: algorithmic profiling inside the program (Zaparanuks and Hauswirth, Algorithmic
 * Profiling, PLDI 2012): which data structures each repetition works on, how large they are, and
 * what it does with them. On in programs of `ordo cc --structure` if ORDO_STRUCTURE=1.
 *
 * Words:   a repetition is an activation of a loop, or the outermost one of a recursion. The place
 *          of an access is the innermost open repetition. An invocation of a repetition is observed
 *          if watch.h selects it when it begins. The home of an access is the innermost observed
 *          invocation: the place's own or one around it.
 *
 * What an access does is recorded as facts (facts.h) of its home. When a home ends, the invocation
 * is written down (invocations.h) and its facts go to the home around it, so the facts of an
 * observed invocation are complete unless it has recorded too much (homes.c). Where there is no
 * home, nothing is done except to keep up the graph.
 *
 * A routine that is not known to recur, from the compiler or from an earlier activation, is not a
 * repetition. If the compiler sees calls by address that may enter it again, it is treated as a
 * repetition until it ends. If it did not recur by then, its facts become those of its place
 * (unrecurred.c). The first invocation of a recursion that the compiler does not see is not
 * distinguished from its surroundings.
 *
 * Errors:  recording has been stopped.   Threads: the owner of `t`; modules: under their lock.
 * Signal-safe: yes.
 */
#ifndef ORT_ACTIVITIES_H
#define ORT_ACTIVITIES_H

#include "engine/runtime/core/seams.h"
#include "structure_state.h"

/* Returns t's state, made on the first call; NULL: recording has been stopped. */
struct ort_structure *ort_structure_make(struct ort_thread *t);
static inline struct ort_structure *ort_structure_of(struct ort_thread *t) {
    return likely(t->structure != NULL) ? t->structure : ort_structure_make(t);
}

/* Do both routines belong to one recursion, as far as is known? */
static inline int ort_structure_recur_together(const struct ort_structure *s,
                                               const struct ordo_scope *a,
                                               const struct ordo_scope *b) {
    uint32_t group = ort_group_of(a);
    if (group != ort_group_of(b)) return 0;
    return likely(!ort_cycle_is_split(&s->cycles, group)) || ort_cycle_is_same(&s->cycles, a, b);
}

/* Notes that the routine was entered in the recursion that `header` entered, according to the
 * compiler's cycles (cycles_seen.h). */
static inline void ort_structure_note_cycle(struct ort_structure *s,
                                            const struct ordo_scope *routine,
                                            const struct ordo_scope *header) {
    struct ort_cycles *c = &s->cycles;
    if (header != routine && c->room && !ort_cycle_is_split(c, ort_group_of(routine)))
        ort_cycles_note(c, routine, header);
}

/* Settles an activation that is not a repetition of its own, or is a step of the repetition
 * `of`. */
static inline void ort_structure_belong(struct ort_activity *a, const struct ort_activity *of) {
    a->home = of->home;
    a->around = of->around;
    a->cut = of->cut;
    a->place = of->place;
    a->context = of->context;
    a->recursion = of->recursion;
}

/* Settle f and all below it (homes.c); ort_structure_at does so only if necessary. Return where
 * accesses of f count. */
struct ort_activity *ort_structure_settle(struct ort_thread *t, struct ordo_frame *f);
static inline struct ort_activity *ort_structure_at(struct ort_thread *t, struct ordo_frame *f) {
    struct ort_activity *a = &t->structure->activities[f - t->frames];
    return likely(a->home != 0) ? a : ort_structure_settle(t, f);
}

/* Settles the calling thread before it copies an array, so that its repetitions begin before the
 * copy, even if they record their first access later. */
static inline void ort_structure_copies(void) {
    struct ort_thread *t = (struct ort_thread *)__ordo_self;
    if (likely(ort_structure_of(t) != NULL)) ort_structure_at(t, t->hot.top);
}

/* Describes a copy of an array that activation f of the calling thread makes now. */
static inline struct ort_copying ort_structure_copying(const struct ordo_frame *f) {
    const struct ort_thread *t = (struct ort_thread *)__ordo_self;
    return (struct ort_copying){t->structure ? t->structure->accesses : 0, t->number, f->stamp};
}

/* Returns the work done so far for observed invocations. It is the same in each run. */
static inline uint64_t ort_structure_work(const struct ort_structure *s) {
    return s->accesses + 16 * s->passed;
}

/* Has the home recorded all the work that it may? Its limit is ORT_WORK_LIMIT. Once the thread has
 * done ORT_WORK_OF_ALL, the limit is `less`: ORT_LIMIT_WITHIN for repetitions that begin in the
 * home, ORT_LIMIT_OWN for its own reads. */
static inline int ort_home_is_full(const struct ort_structure *s, uint32_t home, uint64_t work,
                                   uint64_t less) {
    uint64_t most = work < ORT_WORK_OF_ALL ? ORT_WORK_LIMIT : less;
    return work - s->activities[home - 1].began > most && !ort_settings.measure_all;
}

/* Ends the repetition f. `tallied`: its node's tally has counted it. */
void ort_structure_end_repetition(struct ort_thread *t, struct ordo_frame *f, uint32_t context,
                                  int tallied);
void ort_structure_end_unrecurred(struct ort_thread *t, struct ordo_frame *f);
/* If this many activations of a routine that may recur have ended in one context and none recurred,
 * its activations have no frames from then on, until it is entered while it is open (abi.h:
 * ordo_unframed). */
#define ORT_TRIED 1024u
static inline void ort_structure_tried(struct ort_thread *t, const struct ordo_scope *s,
                                       uint64_t calls) {
    uint8_t *unframed = &t->hot.unframed[s->id];
    if (unlikely(calls >= ORT_TRIED) && !*unframed && !ort_settings.measure_all)
        *unframed = ORDO_UNFRAMED_TRIED;
}
/* Was the routine, which recurs, one of these? Then calls of it were not counted. */
static inline int ort_structure_recurs_late(const struct ort_thread *t,
                                            const struct ordo_scope *s) {
    return ort_may_cycle(s) && t->hot.unframed[s->id] == ORDO_UNFRAMED_NEVER;
}
/* Notes that an invocation of the loop has ended after more steps than any before it. */
void ort_structure_grown(struct ort_thread *t, uint32_t context, uint64_t steps);

/* Unsettles f, which has ended. */
static inline void ort_structure_end_place(struct ort_thread *t, const struct ordo_frame *f) {
    struct ort_activity *a = &t->structure->activities[f - t->frames];
    a->home = 0;
    t->hot.unreported = a[-1].home == 1;
}

/* Is there nothing to do when the repetition f ends, because it is not observed and y, its node's
 * tally, counts for its home already? */
static inline int ort_structure_ends_unseen(const struct ort_structure *s,
                                            const struct ordo_frame *f,
                                            const struct ort_activity *a,
                                            const struct ordo_raw_tally *y) {
    uint32_t recording = a->home, around = a->around;
    if (!recording) { /* not settled: it would begin only now */
        recording = a[-1].home;
        around = a[-1].around;
        if (!recording || ort_tally_is_due(y)) return 0;
        if (f->scope->kind != ORDO_KIND_LOOP && f->depth_level) return 0;
        if (recording > 1 &&
            ort_home_is_full(s, recording, ort_structure_work(s), ORT_LIMIT_WITHIN))
            recording = 1;
    }
    uint32_t home = around - 1;
    if (a == &s->activities[home]) return 0;
    if (y->home == home) return recording != 1 || !home;
    return y->home == (home | ORT_TALLY_PARTIAL);
}

/* Ends f like ort_structure_ended, when y, its node's tally, has counted it. `grown`: it took more
 * steps than any before it. */
static inline __attribute__((always_inline)) void
ort_structure_end_counted(struct ort_thread *t, struct ordo_frame *f, uint32_t context,
                          struct ordo_raw_tally *y, int grown) {
    struct ort_structure *s = ort_structure_of(t);
    if (unlikely(!s)) return;
    int loop = f->scope->kind == ORDO_KIND_LOOP;
    if (unlikely(grown) && !loop) y->due = 0; /* so that this is noted (watch.c) */
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

/* Notes that activation f of the calling thread has copied from the array at `from` to `to`. The
 * caller holds the graph's lock. */
static inline void ort_structure_copied(const void *to, const void *from,
                                        const struct ordo_frame *f) {
    struct ort_copying *copying = ort_graph_copying((uintptr_t)to, (uintptr_t)from);
    if (copying) *copying = ort_structure_copying(f);
}

/* Notes that the own fact's repetition, of which `place` is the frame, accesses element v now. One
 * that is not a loop has a single step here. */
static inline void ort_structure_steps_at(const struct ort_structure *s, struct ort_fact *f,
                                          const struct ordo_frame *place, ort_vertex v,
                                          uint32_t age) {
    if (likely(f->step_of_first == place->iterations + 1)) return;
    f->step_of_first = place->iterations + 1;
    f->step_access = s->accesses;
    f->step_first = v;
    f->step_first_age = age;
}

static inline struct ort_recent *ort_recent_of(struct ort_structure *s, ort_vertex v,
                                               uint32_t context) {
    return &s->recent[(v ^ context * 0x9E3779B1u >> 16) & ((1u << ORT_RECENT_LOG2) - 1)];
}

/* Is r's fact still that of its array's input? An input that has become another one is accessed
 * there for the first time. */
static inline int ort_recent_stays(const struct ort_structure *s, struct ort_recent *r) {
    if (likely(r->joins == ort_graph_joins)) return 1;
    uint64_t key = s->table.facts[r->fact - 1].key;
    if (!(key & ORT_KEY_MANY) && key != ort_graph_input(r->vertex)) return 0;
    r->joins = ort_graph_joins;
    return 1;
}

/* Notes that vertex v was accessed at `a`, which has a home. Returns v's fact, index + 1, or 0. If
 * v is an array, sets *range to the fact of its indices, index + 1, else to 0. `fresh`: the access
 * created v. */
uint32_t ort_structure_fact(struct ort_thread *t, struct ort_structure *s,
                            const struct ort_activity *a, ort_vertex v, int fresh, uint32_t *range);
/* Notes that the input of f, an own fact of the home of `a`, is accessed now. */
void ort_structure_step(struct ort_thread *t, struct ort_structure *s, struct ort_fact *f,
                        const struct ort_activity *a);
/* Returns the fact for elements of one type in the input of the own fact f; NULL: recording has
 * been stopped. */
struct ort_fact *ort_structure_typed(struct ort_structure *s, struct ort_fact *f, uint32_t type);
/* Returns the own fact of a stream that is accessed at `a`: index + 1, or 0. */
uint32_t ort_structure_stream(struct ort_structure *s, const struct ort_activity *a, uint64_t key,
                              uint32_t form, int fd);

/* Combines the home's inputs of one form and type if there are too many. Their own facts are
 * measured as they are now and become facts of their context. The caller is in the graph. */
void ort_facts_gather(struct ort_structure *s, uint32_t home);

/* ---- facts ---- */

/* Returns the step of `place` that the activation `at` runs in: the iteration of a loop, or the
 * stamp of an activation of a recursion. */
uint64_t ort_step_of(const struct ort_structure *s, struct ordo_frame *at,
                     struct ordo_frame *place);

/* Continues a fact that an ended invocation left: takes back what its end added. */
void ort_facts_reopen(struct ort_structure *s, struct ort_fact *f);

/* Gives fact i another home, context and key and puts it on the list, or merges it into the fact
 * that already has them. `typed`: a list of facts by type that may include fact i's. */
void ort_facts_name_anew(struct ort_structure *s, uint32_t *list, uint32_t i, uint32_t home,
                         uint32_t context, uint64_t key, uint32_t typed);

/* Moves all facts of the list to the home; 0: drops them. */
void ort_facts_pass_on(struct ort_structure *s, uint32_t list, uint32_t home);

/* Counts an activation of the context, which has ended, in `home`; 0: in none. `partial`: the home
 * did not record everything that the activation accessed. `tallied`: the tally has counted it. */
void ort_facts_add_steps(struct ort_thread *t, uint32_t home, uint32_t context, uint64_t steps,
                         int partial, int tallied);

/* Moves what tallies have counted for the home, which ends, to its facts. The home itself is an
 * activation of `context` that took `steps`. `tallied`: the context's tally has counted it. */
void ort_facts_settle_steps(struct ort_thread *t, uint32_t home, uint32_t context, uint64_t steps,
                            int tallied);

#endif
