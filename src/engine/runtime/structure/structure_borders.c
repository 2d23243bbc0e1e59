/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * structure_borders.c: how activations of structure builds begin and end.
 *
 * Where an activation counts is settled when it begins (homes.c), and at its end there is mostly
 * nothing to do but to count it. If everything that this needs is at hand, it is done here without
 * a call. All other cases take the general path.
 */
#include "activities.h"
#include "counted_end.h"
#include "engine/runtime/core/activation.h"
#include "engine/runtime/core/contexts.h"
#include "engine/runtime/core/frame_push.h"
#include "engine/runtime/core/seams.h"
#include "engine/runtime/core/steps.h"
#include "engine/runtime/core/tally.h"

#define HOOK __attribute__((visibility("default")))

/* Each part belongs to one hook and is inlined there. */
#define PART static inline __attribute__((always_inline))

PART struct ort_activity *activity_of(const struct ort_thread *t, const struct ordo_frame *f) {
    _Static_assert(sizeof *f == 2 * sizeof(struct ort_activity), "one offset for both");
    uintptr_t offset = (uintptr_t)f - (uintptr_t)t->frames;
    return (struct ort_activity *)((char *)t->structure->activities + offset / 2);
}

/* ---- how activations begin ---- */

/* Is the thread recorded? Asked first, because the state of one that is not may consist of `hot`
 * only. */
PART int is_recorded(const struct ort_thread *t) {
    return likely(t->hot.tick) && likely(t->structure != NULL);
}

/* Settles f, a repetition's activation that has begun. Returns 1 if nothing of it is recorded. */
static inline int settles(struct ort_thread *t, struct ordo_frame *f) {
    int unreported = ort_structure_settle(t, f)->home == 1;
    ort_context_known(t, f);
    return unreported;
}

/* Returns the calling context of f, index + 1, if it was found lately; else 0. */
PART uint32_t found(const struct ort_thread *t, const struct ordo_frame *f) {
    return ort_context_found(t, f[-1].context, f->scope->id);
}

/* Is the home of `of` to be cut when a repetition begins in it? */
PART int is_to_be_cut(const struct ort_structure *s, const struct ort_activity *of) {
    return of->home > 1 && ort_home_is_full(s, of->around, ort_structure_work(s), ORT_LIMIT_OWN);
}

/* Is nothing recorded of what begins in `of`, and is the home of `of` not to be cut? */
PART int records_nothing(const struct ort_structure *s, const struct ort_activity *of) {
    if (likely(of->home <= 1)) return of->home;
    return ort_home_is_full(s, of->around, ort_structure_work(s), ORT_LIMIT_WITHIN) &&
           !is_to_be_cut(s, of);
}

/* Settles f, a repetition's activation that has begun, if it is not observed and nothing of it is
 * recorded. Returns 0 if nothing was done. */
PART int begins_unrecorded(const struct ort_thread *t, struct ordo_frame *f, uint32_t context,
                           int loop) {
    const struct ort_structure *s = t->structure;
    struct ort_activity *a = activity_of(t, f), *of = a - 1;
    if (unlikely(!records_nothing(s, of)) || unlikely(!context)) return 0;
    if (unlikely(ort_tally_is_due(ort_tally_of(t, context - 1)))) return 0;
    f->context = a->context = context;
    a->place = (uint32_t)(f - t->frames);
    a->recursion = loop ? of->recursion : a->place;
    a->around = of->around;
    a->cut = 0;
    a->home = 1;
    return 1;
}

HOOK struct ordo_frame *__ordo_loop_enter(struct ordo_thread *hot, struct ordo_scope *loop) {
    struct ort_thread *t = (struct ort_thread *)hot;
    struct ordo_frame *f = ort_frame_push(hot, loop);
    if (loop->flags & ORDO_SCOPE_RECURSIVE) ort_frame_nest(hot, f);
    hot->unreported = is_recorded(t) && (begins_unrecorded(t, f, found(t, f), 1) || settles(t, f));
    return f;
}

/* Returns the activation around f, a routine's activation, that entered its recursion; NULL: none
 * did. */
PART const struct ort_activity *recursion_around(const struct ort_thread *t,
                                                 const struct ordo_frame *f) {
    struct ort_structure *s = t->structure;
    for (const struct ort_activity *of = activity_of(t, f) - 1; of->recursion;) {
        const struct ordo_scope *header = t->frames[of->recursion].scope;
        if (likely(ort_structure_recur_together(s, header, f->scope))) {
            ort_structure_note_cycle(s, f->scope, header);
            return &s->activities[of->recursion];
        }
        of = &s->activities[of->recursion - 1];
    }
    return NULL;
}

enum { ENTERS, PASSES, UNKNOWN };

/* Does f, which belongs to no recursion around it, enter one? */
PART int enters(const struct ort_thread *t, const struct ordo_frame *f) {
    const struct ort_cycles *c = &t->structure->cycles;
    if (!ort_cycle_is_split(c, ort_group_of(f->scope))) return f->depth_level ? UNKNOWN : ENTERS;
    int known = f->context ? ort_cycles_enters_known(c, f->context) : -1;
    return known < 0 ? UNKNOWN : known ? ENTERS : PASSES;
}

/* Do accesses of f, an activation of a routine that may recur but did not, count for its caller?
 * They do unless f is treated as a repetition until it ends (homes.c). */
PART int passes_at_once(const struct ort_thread *t, const struct ordo_frame *f) {
    if (!ort_may_cycle(f->scope)) return 1;
    return !f->depth_level && f->context && !ort_tally_is_due(ort_tally_of(t, f->context - 1)) &&
           !is_to_be_cut(t->structure, activity_of(t, f) - 1);
}

/* Settles f, a routine's activation that has begun. Returns 0 if nothing was done. */
PART int routine_begins_at_once(const struct ort_thread *t, struct ordo_frame *f) {
    struct ort_activity *a = activity_of(t, f);
    const struct ort_activity *of = a - 1;
    if (unlikely(!of->home)) return 0;
    f->context = found(t, f);
    if (f->scope->flags & ORDO_SCOPE_RECURSIVE) {
        if (!ort_recurs(t, f->scope)) {
            if (!passes_at_once(t, f)) return 0;
        } else if (!(of = recursion_around(t, f))) {
            int way = enters(t, f);
            if (way == ENTERS) return begins_unrecorded(t, f, f->context, 0);
            if (way == UNKNOWN) return 0;
            of = a - 1;
        }
    }
    ort_structure_belong(a, of);
    return 1;
}

HOOK struct ordo_frame *__ordo_routine_enter(struct ordo_thread *hot, struct ordo_scope *routine) {
    struct ort_thread *t = (struct ort_thread *)hot;
    struct ordo_frame *f = ort_frame_push(hot, routine);
    int recursive = routine->flags & ORDO_SCOPE_RECURSIVE;
    if (recursive) ort_frame_nest(hot, f);
    if (!is_recorded(t))
        hot->unreported = 0;
    else if (routine_begins_at_once(t, f))
        hot->unreported = activity_of(t, f)->home == 1;
    else if (recursive)
        hot->unreported = ort_recurs(t, routine) && settles(t, f);
    return f;
}

/* ---- how activations end ---- */

/* Returns the tally of f's node if f is to be counted there, else NULL. */
PART struct ordo_raw_tally *tally_at_hand(const struct ort_thread *t, const struct ordo_frame *f) {
    if (unlikely(!t->structure) || unlikely(!f->context) || unlikely(!ort_counted(t, f)))
        return NULL;
    return ort_tally_of(t, f->context - 1);
}

/* Does the tally already count for the home of f, a repetition's activation? */
PART int counts_for_home(const struct ort_thread *t, const struct ordo_frame *f,
                         const struct ordo_raw_tally *y) {
    const struct ort_activity *a = activity_of(t, f);
    uint32_t home = a->around - 1;
    if (unlikely(!a->home) || a == &t->structure->activities[home]) return 0;
    if (likely(y->home == home)) return likely(a->home != 1) || !home;
    return y->home == (home | ORT_TALLY_PARTIAL);
}

/* Takes f, which ends, off the stack and unsettles it. */
PART void pop(struct ort_thread *t, struct ordo_frame *f) {
    struct ort_activity *a = activity_of(t, f);
    a->home = 0;
    t->hot.unreported = a[-1].home == 1;
    t->hot.top = f - 1;
}

PART void count(struct ort_thread *t, struct ordo_frame *f, struct ordo_raw_tally *y, int outermost,
                uint64_t steps) {
    uint64_t inclusive = t->hot.cost - f->cost_entry;
    f[-1].cost_below += inclusive;
    ort_tally_costs(y, inclusive, inclusive - f->cost_below, outermost);
    ort_tally_call(y, steps);
    pop(t, f);
}

/* Ends the loop's activation f if its steps are within the range of those before. Returns 0 if
 * nothing was done. */
PART int loop_ends_at_once(struct ort_thread *t, struct ordo_frame *f) {
    struct ordo_raw_tally *y = tally_at_hand(t, f);
    uint64_t steps = f->iterations;
    if (unlikely(!y) || unlikely(steps > y->greatest) || unlikely(steps < y->least)) return 0;
    if (unlikely(!counts_for_home(t, f, y))) return 0;
    int outermost = 1;
    if (f->scope->flags & ORDO_SCOPE_RECURSIVE) outermost = !--t->hot.nest[f->scope->id].open;
    count(t, f, y, outermost, steps);
    return 1;
}

HOOK void __ordo_loop_leave(struct ordo_thread *hot, struct ordo_frame *f) {
    if (unlikely(!hot->tick) || unlikely(hot->top != f) ||
        unlikely(!loop_ends_at_once((struct ort_thread *)hot, f)))
        __ordo_leave(hot, f);
}

/* Is there nothing to do but to count f, an activation of a routine that may recur but did not? */
PART int did_not_recur(const struct ort_thread *t, const struct ordo_frame *f,
                       const struct ordo_raw_tally *y) {
    const struct ort_activity *a = activity_of(t, f);
    if (!ort_may_cycle(f->scope)) return 1;
    if (a->home && &t->structure->activities[a->around - 1] == a) return 0;
    return y->calls + 1 < ORT_TRIED || t->hot.unframed[f->scope->id];
}

/* Ends f, an activation of a routine that may be entered again. Returns 0 if nothing was done. */
PART int recursion_ends_at_once(struct ort_thread *t, struct ordo_frame *f) {
    const struct ordo_scope *routine = f->scope;
    struct ordo_nest *own = &t->hot.nest[routine->id], *all = &t->hot.nest[ort_group_of(routine)];
    struct ordo_raw_tally *y = tally_at_hand(t, f);
    if (unlikely(!y)) return 0;
    struct ordo_raw_total *units = NULL;
    if (f->depth_level) {
        if (unlikely(!all->recurred)) return 0;
    } else if (all->recurred) {
        units = routine->id < t->n_slots ? t->slots[routine->id].total : NULL;
        if (unlikely(!units) || unlikely(ort_structure_recurs_late(t, routine))) return 0;
    }
    if (ort_recurs(t, routine) ? unlikely(!counts_for_home(t, f, y)) : !did_not_recur(t, f, y))
        return 0;
    if (unlikely(!ort_steps_add_usual(t, f, f->context - 1, own->open == 1))) return 0;
    own->open--;
    all->level--;
    if (f->depth_saved > all->deepest) all->deepest = f->depth_saved;
    if (units) units->units++;
    count(t, f, y, !own->open, 1);
    return 1;
}

/* Ends f, of a routine that is not a repetition: its cost belongs to the activation below. Returns
 * 0 if nothing was done. */
PART int pass_ends_at_once(struct ort_thread *t, struct ordo_frame *f) {
    if (unlikely(!t->structure) || unlikely(!ort_uncounted(t, f)) || unlikely(f->children))
        return 0;
    f[-1].cost_below += f->cost_below;
    pop(t, f);
    return 1;
}

HOOK void __ordo_routine_leave(struct ordo_thread *hot, struct ordo_frame *f) {
    struct ort_thread *t = (struct ort_thread *)hot;
    if (likely(hot->tick) && likely(hot->top == f) &&
        (f->scope->flags & ORDO_SCOPE_RECURSIVE ? recursion_ends_at_once(t, f)
                                                : pass_ends_at_once(t, f)))
        return;
    __ordo_leave(hot, f);
}
