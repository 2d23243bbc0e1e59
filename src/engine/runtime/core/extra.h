/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * extra.h: the metrics that are recorded only on request: cost metrics other than blocks
 * (ORDO_COSTS) and the size metric drms.
 *
 * If any of them is on, T->limit is NULL. Every entry then calls __ordo_push, which notes the
 * running totals in an array parallel to the frames.
 *
 * Threads: the owner of `t` only. Signal-safe: yes.
 */
#ifndef ORT_EXTRA_H
#define ORT_EXTRA_H

#include "thread_state.h"

int ort_extra_init(struct ort_thread *t); /* 0, or -1; recording has then been stopped */
void ort_extra_enter(struct ort_thread *t, struct ordo_frame *f);
/* Adds f's iterations to the running totals, and its drms to the activation below. Must be called
 * before f is counted. */
void ort_extra_leave(struct ort_thread *t, struct ordo_frame *f);
/* Adds f to the points of these metrics. `unit`: f is an outermost activation of a recursion. */
void ort_extra_tally(struct ort_thread *t, struct ort_slot *s, struct ordo_frame *f, int unit,
                     uint64_t inclusive, uint64_t self);

#endif
