/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Per thread and group (the slot of the group's first routine): how many of its activations are
 * open (level) and how deep the chain below the innermost one has gone (deepest). At entry an
 * activation takes its level, saves `deepest` and restarts it at its own level; at exit its depth
 * is deepest less its level, and what its caller sees is the larger of both.
 *
 * `active` counts the open activations of a routine, and of a loop those that are open below the
 * routine's innermost activation: the loops between a routine's previous activation and the next
 * frame that is not a loop of it are suspended for as long as the new one runs. Totals count an
 * activation as outermost when `active` is 0 without it.
 *
 * When a group recurs for the first time, every activation that has ended was outermost, so the
 * tables of the outermost ones begin as copies; from then on they are kept apart.
 */
#include "recursion.h"
#include "points.h"
#include "private_memory.h"
#include "slots.h"

#define FIRST_LOG 512u

static struct ort_recursion *push(struct ort_thread *t) {
    if (t->recursions_used == t->recursions_room) {
        uint32_t room = t->recursions_room ? t->recursions_room * 2 : FIRST_LOG;
        struct ort_recursion *more =
            ort_private_array(t->recursions, t->recursions_room, room, sizeof *more);
        if (!more) return NULL;
        t->recursions = more;
        t->recursions_room = room;
    }
    return &t->recursions[t->recursions_used++];
}

/* Adds `by` to `active` of the loops that are open in the activation at frame `index`. */
static void suspend_loops(struct ort_thread *t, uint32_t index, uint32_t by) {
    const struct ordo_scope *routine = t->frames[index].scope;
    for (struct ordo_frame *l = &t->frames[index + 1]; l < t->hot.top; l++) {
        if (l->scope->kind != ORDO_KIND_LOOP || l->scope->routine != routine) break;
        struct ort_slot *s = ort_slot_get(t, l->scope);
        if (s) s->active += by;
    }
}

static void begin_units(struct ort_thread *t, uint32_t group) {
    for (uint32_t id = 1; id < t->n_slots; id++) {
        struct ort_slot *s = &t->slots[id];
        if (!s->total || s->group != group || !s->recursive) continue;
        struct ort_more *m = s->more;
        ort_points_copy_as_unit(t, &m->unit_rms, &s->points);
        ort_points_copy_as_unit(t, &m->unit_drms, &m->drms);
        ort_points_copy_as_unit(t, &m->unit_depth, &m->depth);
        for (uint32_t i = 0; i < s->n_args; i++)
            ort_points_copy_as_unit(t, &m->unit_args[i], &m->args[i]);
        s->total->units = s->total->calls;
    }
}

__attribute__((visibility("default"))) void __ordo_recur(struct ordo_thread *hot,
                                                         struct ordo_frame *f) {
    if (!hot->tick) return;
    struct ort_thread *t = (struct ort_thread *)hot;
    const struct ordo_scope *scope = f->scope;
    if (!ort_slot_get(t, scope->group) || !ort_slot_get(t, scope)) return;
    struct ort_recursion *log = push(t);
    if (!log) return;
    struct ort_slot *s = &t->slots[scope->id];
    log->scope = scope->id;
    log->innermost = s->innermost;
    if (s->active) {
        suspend_loops(t, s->innermost, 1);
        s = &t->slots[scope->id];
    }
    s->active++;
    s->innermost = (uint32_t)(f - t->frames);
    struct ort_slot *g = &t->slots[scope->group->id];
    f->depth_level = g->level++;
    f->depth_saved = g->deepest;
    g->deepest = f->depth_level;
    f->flags |= ORT_FRAME_RECUR;
    if (f->depth_level && !g->recurred) {
        g->recurred = 1;
        begin_units(t, scope->group->id);
    }
}

uint64_t ort_recursion_leave(struct ort_thread *t, struct ordo_frame *f) {
    struct ort_slot *s = &t->slots[f->scope->id];
    struct ort_slot *g = &t->slots[s->group];
    uint64_t depth = g->deepest - f->depth_level;
    if (f->depth_saved > g->deepest) g->deepest = f->depth_saved;
    g->level--;
    s->active--;
    s->innermost = t->recursions[--t->recursions_used].innermost;
    if (s->active) suspend_loops(t, s->innermost, (uint32_t)-1);
    f->flags &= ~(uint32_t)ORT_FRAME_RECUR;
    return depth;
}
