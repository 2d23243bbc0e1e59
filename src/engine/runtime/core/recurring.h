/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * recurring.h: which routines are recursions: those that the compiler knows to be on a cycle of
 * calls, and those of groups that were re-entered before.
 *
 * Threads: the owner of `t` only. Signal-safe: yes.
 */
#ifndef ORT_RECURRING_H
#define ORT_RECURRING_H

#include "engine/runtime/core/thread_state.h"

static inline int ort_may_recur(const struct ordo_scope *s) {
    return s->kind == ORDO_KIND_ROUTINE && s->flags & ORDO_SCOPE_RECURSIVE;
}

static inline uint32_t ort_group_of(const struct ordo_scope *s) {
    return s->group ? s->group->id : s->id;
}

static inline int ort_recurs(const struct ort_thread *t, const struct ordo_scope *s) {
    return ort_may_recur(s) &&
           (s->flags & ORDO_SCOPE_CYCLE || t->hot.nest[ort_group_of(s)].recurred);
}

/* Returns whether the routine is so likely to recur that it counts as a repetition before it
 * does. */
static inline int ort_may_cycle(const struct ordo_scope *s) {
    return (s->flags & ORDO_SCOPE_MAY_CYCLE) != 0;
}

#endif
