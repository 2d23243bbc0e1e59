/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Per thread and group: how many of its activations are open (level) and how deep the chain below
 * the innermost one has gone (deepest). At entry an activation takes its level, saves `deepest` and
 * restarts it at its own level; at exit its depth is deepest less its level, and what its caller
 * sees is the larger of both. Instrumented code does the entry (abi.h: ordo_nest).
 *
 * When a group recurs for the first time, every activation that has ended was outermost, so the
 * tables of the outermost ones begin as copies; from then on they are kept apart. The first nested
 * activation to end finds that out, before it is tallied.
 */
#include "recursion.h"
#include "engine/runtime/core/tally.h"
#include "points.h"
#include "repeats.h"
#include "slots.h"

/* Activations that are in tallies only were units. */
static void count_tallied_units(struct ort_thread *t, uint32_t group) {
    if (!t->tallies[0]) return;
    for (uint32_t i = 0; i < t->n_contexts; i++) {
        struct ort_slot *s = &t->slots[ort_context_node(t, i)->scope];
        if (s->total && s->group == group && s->recursive)
            s->total->units += ort_tally_of(t, i)->calls;
    }
}

void ort_recursion_begin_units(struct ort_thread *t, uint32_t group,
                               const struct ordo_scope *routine) {
    if (!ort_slot_get(t, routine)) return;
    ort_repeats_settle(t);
    for (uint32_t k = 0; k < t->n_made; k++) {
        struct ort_slot *s = &t->slots[t->made[k]];
        if (s->group != group || !s->recursive) continue;
        struct ort_more *m = s->more;
        ort_points_copy_as_unit(t, &m->unit_rms, &s->points);
        ort_points_copy_as_unit(t, &m->unit_drms, &m->drms);
        ort_points_copy_as_unit(t, &m->unit_depth, &m->depth);
        for (uint32_t i = 0; i < s->n_args; i++)
            ort_points_copy_as_unit(t, &m->unit_args[i], &m->args[i]);
        s->total->units = s->total->calls;
        s->total->recurred |= ORDO_RECURRED;
    }
    count_tallied_units(t, group);
}

__attribute__((visibility("default"))) void __ordo_recur(struct ordo_thread *hot,
                                                         struct ordo_frame *f) {
    const struct ordo_scope *s = f->scope;
    hot->nest[s->id].open++;
    if (s->kind == ORDO_KIND_LOOP) return;
    struct ordo_nest *group = &hot->nest[s->group->id];
    f->depth_level = group->level++;
    f->depth_saved = group->deepest;
    group->deepest = f->depth_level;
}
