/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * slots.h: the data that one thread state has of a scope (struct ort_slot), found by the scope's
 * id.
 *
 * A pointer to a slot is valid until the next call of ort_slot_get in the same state.
 * Errors:  NULL: recording has been stopped, or the scope has no number (yet).
 * Threads: the owner of `t` only. Signal-safe: yes.
 */
#ifndef ORT_SLOTS_H
#define ORT_SLOTS_H

#include "thread_state.h"

struct ort_slot *ort_slot_make(struct ort_thread *t, const struct ordo_scope *scope);

/* Makes s->more with all its tables, which have no points yet, unless the slot has it: 0, or -1.
 * `id` is the scope's. */
int ort_slot_name_all(struct ort_slot *s, uint32_t id);

static inline struct ort_slot *ort_slot_get(struct ort_thread *t, const struct ordo_scope *scope) {
    if (unlikely(scope->id >= t->n_slots) || unlikely(!t->slots[scope->id].total))
        return ort_slot_make(t, scope);
    return &t->slots[scope->id];
}

/* Discards all slots, in a fork's child. The nesting of open activations stays. */
void ort_slots_forget(struct ort_thread *t);

#endif
