/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * extra.h: what is recorded only when asked for: the cost metrics beside blocks (ORDO_COSTS) and
 * the size metric drms.
 *
 * With them on, T->limit is NULL, so that every entry comes to __ordo_push, which notes the running
 * totals in an array parallel to the frames.
 *
 * Threads: the owner of `t` only. Signal-safe: yes.
 */
#ifndef ORT_EXTRA_H
#define ORT_EXTRA_H

#include "thread_state.h"

int ort_extra_init(struct ort_thread *t); /* 0, or -1 and recording has been stopped */
void ort_extra_enter(struct ort_thread *t, struct ordo_frame *f);
/* Before the activation is tallied: its own iterations count, its drms go to the one below. */
void ort_extra_leave(struct ort_thread *t, struct ordo_frame *f);
/* `unit`: f is an outermost activation of a recursion. */
void ort_extra_tally(struct ort_thread *t, struct ort_slot *s, struct ordo_frame *f, int unit,
                     uint64_t inclusive, uint64_t self);

#endif
