/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * space.c: the list is in the thread's state until more than ORT_FIRST_SPACES open activations
 * have blocks. An entry whose frame has lost its flag, or that is above the frame that is looked
 * at, is left over from an activation that has gone.
 */
#include "space.h"
#include "engine/runtime/system/private_memory.h"
#include "points.h"
#include "seams.h"
#include "slots.h"

static int make_room(struct ort_thread *t) {
    if (likely(t->n_spaces < t->spaces_room)) return 0;
    struct ort_space *more = ort_private_grow(t->spaces, &t->spaces_room, t->first_spaces,
                                              ORT_FIRST_SPACES, sizeof *more);
    if (!more) return -1;
    t->spaces = more;
    return 0;
}

/* Returns the entry of f, which is open and has no entries of open frames above it; NULL if there
 * is no room. */
static struct ort_space *entry_of(struct ort_thread *t, struct ordo_frame *f) {
    while (t->n_spaces && t->spaces[t->n_spaces - 1].frame > f) t->n_spaces--;
    struct ort_space *e = t->n_spaces ? &t->spaces[t->n_spaces - 1] : NULL;
    if (e && e->frame == f) {
        if (likely(f->flags & ORT_FRAME_SPACE)) return e;
    } else {
        if (make_room(t) < 0) return NULL;
        e = &t->spaces[t->n_spaces++];
    }
    e->frame = f;
    e->allocated = 0;
    e->live = e->peak = 0;
    e->unknown = 0;
    f->flags |= ORT_FRAME_SPACE;
    return e;
}

void ort_space_count(struct ort_thread *t, uint64_t made, uint64_t freed) {
    int unknown = freed == ORT_SPACE_UNKNOWN;
    int64_t change = (int64_t)made - (unknown ? 0 : (int64_t)freed);
    t->allocated += made;
    t->live += change;
    if (unlikely(unknown)) t->peak = UINT64_MAX;
    if (t->live > 0 && (uint64_t)t->live > t->peak) t->peak = (uint64_t)t->live;
    struct ordo_frame *f = t->hot.top;
    if (f == t->frames || ort_structure_on || ort_sampler_on) return;
    struct ort_space *e = entry_of(t, f);
    if (!e) return;
    e->allocated += made;
    e->live += change;
    e->unknown |= (uint32_t)unknown;
    if (e->live > e->peak) e->peak = e->live;
}

/* Adds the ended entry to that of f. */
static void add(struct ort_thread *t, struct ordo_frame *f, const struct ort_space *ended) {
    if (f == t->frames) return;
    struct ort_space *e = entry_of(t, f);
    if (!e) return;
    e->allocated += ended->allocated;
    e->unknown |= ended->unknown;
    if (e->live + ended->peak > e->peak) e->peak = e->live + ended->peak;
    e->live += ended->live;
}

void ort_space_pass(struct ort_thread *t, struct ordo_frame *f) {
    const struct ort_space *e = entry_of(t, f);
    if (!e) return;
    t->ended_space = *e;
    t->n_spaces--;
    add(t, f - 1, &t->ended_space);
}

void ort_space_end(struct ort_thread *t, struct ordo_frame *f) {
    ort_space_pass(t, f);
    if (!t->ended_space.allocated) f->flags &= ~(uint32_t)ORT_FRAME_SPACE;
}

static void name_sizes(struct ort_space_sizes *z, uint32_t id, uint32_t cost) {
    ort_points_name(&z->rms, id, ORDO_METRIC_RMS, 0, cost);
    ort_points_name(&z->depth, id, ORDO_METRIC_DEPTH, 0, cost);
    ort_points_name(&z->input, id, ORDO_METRIC_INPUT, 0, cost);
    ort_points_name(&z->unit_rms, id, ORDO_METRIC_RMS, 1, cost);
    ort_points_name(&z->unit_depth, id, ORDO_METRIC_DEPTH, 1, cost);
    ort_points_name(&z->unit_input, id, ORDO_METRIC_INPUT, 1, cost);
    for (uint32_t i = 0; i < ORDO_MAX_ARGS; i++) {
        ort_points_name(&z->args[i], id, ORDO_METRIC_ARG + i, 0, cost);
        ort_points_name(&z->unit_args[i], id, ORDO_METRIC_ARG + i, 1, cost);
    }
}

/* Returns the tables of the scope, which are made at first; NULL if there is no room. */
static struct ort_space_tables *tables_of(struct ort_slot *s, uint32_t id) {
    if (ort_slot_name_all(s, id) < 0) return NULL;
    struct ort_space_tables *x = s->more->space;
    if (likely(x)) return x;
    if (!(x = ort_private_take(sizeof *x))) return NULL;
    name_sizes(&x->allocated, id, ORDO_COST_ALLOCATED);
    name_sizes(&x->peak, id, ORDO_COST_PEAK);
    return s->more->space = x;
}

static void add_sizes(struct ort_thread *t, const struct ort_slot *s, struct ort_space_sizes *z,
                      const struct ordo_frame *f, uint64_t depth, int unit, uint64_t cost,
                      uint64_t weight) {
    const uint64_t n = (uint64_t)f->rms;
    ort_points_add(t, &z->rms, n, cost, 0, weight);
    if (s->recursive) ort_points_add(t, &z->depth, depth, cost, 0, weight);
    if (unit) {
        ort_points_add(t, &z->unit_rms, n, cost, 0, weight);
        ort_points_add(t, &z->unit_depth, depth, cost, 0, weight);
    }
    for (uint32_t i = 0; i < s->n_args; i++) {
        if (f->args[i] < 0) continue;
        ort_points_add(t, &z->args[i], (uint64_t)f->args[i], cost, 0, weight);
        if (unit) ort_points_add(t, &z->unit_args[i], (uint64_t)f->args[i], cost, 0, weight);
    }
    if (f->flags & ORT_FRAME_INPUT) {
        ort_points_add(t, &z->input, t->ended_input, cost, 0, weight);
        if (unit) ort_points_add(t, &z->unit_input, t->ended_input, cost, 0, weight);
    }
}

void ort_space_points_add(struct ort_thread *t, struct ort_slot *s, const struct ordo_frame *f,
                          uint64_t depth, int unit, uint64_t weight) {
    struct ort_space_tables *x = tables_of(s, f->scope->id);
    if (!x) return;
    const struct ort_space *ended = &t->ended_space;
    add_sizes(t, s, &x->allocated, f, depth, unit, ended->allocated, weight);
    if (!ended->unknown) add_sizes(t, s, &x->peak, f, depth, unit, (uint64_t)ended->peak, weight);
}

static void begin_units(struct ort_thread *t, const struct ort_slot *s, struct ort_space_sizes *z) {
    ort_points_copy_as_unit(t, &z->unit_rms, &z->rms);
    ort_points_copy_as_unit(t, &z->unit_depth, &z->depth);
    ort_points_copy_as_unit(t, &z->unit_input, &z->input);
    for (uint32_t i = 0; i < s->n_args; i++)
        ort_points_copy_as_unit(t, &z->unit_args[i], &z->args[i]);
}

void ort_space_begin_units(struct ort_thread *t, const struct ort_slot *s) {
    struct ort_space_tables *x = s->more->space;
    if (!x) return;
    begin_units(t, s, &x->allocated);
    begin_units(t, s, &x->peak);
}
