/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * recursion.c: each thread keeps two numbers per group: how many of its activations are open
 * (level), and the level of the deepest activation on the current chain (deepest). At its entry an
 * activation takes its level, saves `deepest` and sets it to its own level. At its exit its depth
 * is `deepest` minus its level, and `deepest` becomes the greater of its current and its saved
 * value. Instrumented code does the entry (abi.h: ordo_nest).
 *
 * When a group recurs for the first time, all its activations that have ended were outermost ones.
 * The tables of outermost activations therefore begin as copies of the others, and are separate
 * from then on. The first nested activation that ends makes the copies, before it is counted
 * itself.
 */
#include "recursion.h"
#include "engine/runtime/core/tally.h"
#include "points.h"
#include "slots.h"
#include "space.h"

/* Counts the activations that are only in tallies: all of them were outermost ones. */
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
    for (uint32_t k = 0; k < t->n_made; k++) {
        struct ort_slot *s = &t->slots[t->made[k]];
        if (s->group != group || !s->recursive) continue;
        struct ort_more *m = s->more;
        ort_points_copy_as_unit(t, &m->unit_rms, &s->points);
        ort_points_copy_as_unit(t, &m->unit_drms, &m->drms);
        ort_points_copy_as_unit(t, &m->unit_depth, &m->depth);
        ort_points_copy_as_unit(t, &m->unit_input, &m->input);
        for (uint32_t i = 0; i < s->n_args; i++)
            ort_points_copy_as_unit(t, &m->unit_args[i], &m->args[i]);
        ort_space_begin_units(t, s);
        s->total->units = s->total->calls;
        s->total->unit_cost = s->total->cost;
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
