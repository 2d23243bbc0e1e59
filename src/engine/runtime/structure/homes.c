/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * homes.c: where accesses count.
 *
 * Three things about an open activation are settled when something in it is first accessed, or when
 * something in it ends: its place, the repetition that it runs in; the place's context; and its
 * home, the innermost observed invocation (watch.h), which is the place itself or one around it.
 *
 * A home that has recorded very much (ort_home_is_full) ignores repetitions that begin in it from
 * then on, except for their steps. If it has recorded still more, it is *cut*: of its own accesses
 * it records only what it writes to links, because that may change its structures and shows where
 * to measure them.
 *
 * Invariant: if an activation is settled, all below it are, and it stays settled until it ends.
 */
#include "engine/runtime/core/contexts.h"
#include "engine/runtime/core/recurring.h"
#include "engine/runtime/structure/activities.h"
#include "engine/runtime/structure/watch.h"
#include "engine/runtime/system/settings.h"

/* Returns the activation that entered the recursion of f. Everything below f is settled. */
static struct ordo_frame *header_of(struct ort_thread *t, struct ordo_frame *f) {
    uint32_t group = ort_group_of(f->scope);
    if (!f->depth_level) return f;
    for (f--; f > t->frames; f--) {
        if (!ort_may_recur(f->scope) || ort_group_of(f->scope) != group) continue;
        if (!f->depth_level) return f;
        struct ordo_frame *place = t->frames + t->structure->activities[f - t->frames].place;
        if (place > t->frames && ort_may_recur(place->scope) &&
            ort_group_of(place->scope) == group && !place->depth_level)
            return place;
    }
    return f;
}

/* Returns the same in a cycle that is split, looking for f's recursion among those around it. NULL:
 * f is in no recursion of the cycle. */
static struct ordo_frame *header_in_split(struct ort_thread *t, struct ordo_frame *f) {
    struct ort_structure *s = t->structure;
    const struct ort_activity *around = &s->activities[f - 1 - t->frames];
    while (around->recursion) {
        struct ordo_frame *at = t->frames + around->recursion;
        if (ort_structure_recur_together(s, at->scope, f->scope)) return at;
        around = &s->activities[around->recursion - 1];
    }
    uint32_t context = ort_context_known(t, f);
    return context && ort_cycles_enters(&s->cycles, t, context) ? f : NULL;
}

static struct ordo_frame *header_found(struct ort_thread *t, struct ordo_frame *f) {
    struct ort_cycles *c = &t->structure->cycles;
    if (unlikely(ort_cycle_is_split(c, ort_group_of(f->scope)))) return header_in_split(t, f);
    struct ordo_frame *header = header_of(t, f);
    ort_structure_note_cycle(t->structure, f->scope, header->scope);
    return header;
}

void ort_structure_closed(struct ort_thread *t, uint32_t context) {
    ort_cycles_close(&t->structure->cycles, t, context);
}

/* Cuts the home (number + 1), for everything that runs in it below `end`. */
static void cut(struct ort_structure *s, uint32_t home, const struct ort_activity *end) {
    struct ort_activity *a = &s->activities[home - 1];
    a->partial = 1;
    for (; a < end; a++)
        if (a->home == home) a->home = a->cut = 1;
}

/* Settles f, which begins a repetition, and decides whether it is observed. */
static void begin(struct ort_thread *t, struct ordo_frame *f) {
    struct ort_structure *s = t->structure;
    struct ort_activity *a = &s->activities[f - t->frames];
    a->place = (uint32_t)(f - t->frames);
    a->context = f->context = ort_context_known(t, f);
    a->began = ort_structure_work(s);
    a->copyings = ort_graph_copyings;
    a->cut = 0;
    a->recursion = ort_may_recur(f->scope) ? a->place : a[-1].recursion;
    if (unlikely(!a->context))
        a->home = a->around = 1;
    else if (ort_watch_begins(s->watch, t, a->context, f->scope->kind == ORDO_KIND_LOOP, a->began,
                              a[-1].home > 1))
        a->home = a->around = a->place + 1;
    else {
        a->home = a->around = a[-1].around;
        if (a[-1].home == 1 ||
            (a->home > 1 && ort_home_is_full(s, a->home, a->began, ORT_LIMIT_WITHIN))) {
            s->activities[a->around - 1].ignores = 1;
            a->home = 1;
        }
        if (a[-1].home > 1 && unlikely(ort_home_is_full(s, a->around, a->began, ORT_LIMIT_OWN)))
            cut(s, a->around, a);
    }
}

/* Settles f, of a routine that may recur and has not yet. If f is observed, it is a repetition
 * until it ends without having recurred (ort_structure_end_unrecurred). Activations of the routine
 * within it then belong to it. */
static void settle_unknown(struct ort_thread *t, struct ordo_frame *f) {
    struct ort_activity *a = &t->structure->activities[f - t->frames], *of = a - 1;
    if (f->depth_level) {
        const struct ordo_frame *header = header_of(t, f);
        struct ort_activity *h = &t->structure->activities[header - t->frames];
        if (h->place == header - t->frames) of = h;
    } else if (f - 1 > t->frames) { /* not the entry of a thread */
        begin(t, f);
        if (a->home == a->place + 1) return;
    }
    ort_structure_belong(a, of);
}

static void settle(struct ort_thread *t, struct ordo_frame *f) {
    struct ort_activity *a = &t->structure->activities[f - t->frames], *of = a - 1;
    if (f->scope->kind == ORDO_KIND_LOOP) {
        begin(t, f);
        return;
    }
    if (ort_recurs(t, f->scope)) {
        struct ordo_frame *header = header_found(t, f);
        if (header == f) {
            begin(t, f);
            return;
        }
        if (header) of = &t->structure->activities[header - t->frames];
    } else if (unlikely(ort_may_cycle(f->scope))) {
        settle_unknown(t, f);
        return;
    }
    ort_structure_belong(a, of);
}

struct ort_activity *ort_structure_settle(struct ort_thread *t, struct ordo_frame *f) {
    struct ort_activity *a = t->structure->activities;
    struct ordo_frame *at = f;
    if (!a->home) *a = (struct ort_activity){.home = 1, .around = 1, .context = t->root_context};
    while (!a[at - t->frames].home) at--;
    while (at < f) settle(t, ++at);
    return &a[f - t->frames];
}
