/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * thread.h: how thread states begin and end, and the pool that they come from.
 *
 * Errors:  out of room: recording stops.
 * Threads: the owner of the state only, except ort_thread_init and the two functions for a fork's
 *          child. Signal-safe: yes. May allocate: no.
 */
#ifndef ORT_THREAD_H
#define ORT_THREAD_H

#include "thread_state.h"

/* A state for a new owner, from the pool or made: its stack holds the root only. NULL: recording
 * has been stopped. */
struct ort_thread *ort_thread_adopt(void);
/* Closes the open activations as ended and puts the state into the pool. */
void ort_thread_release(struct ort_thread *t);

/* Room for one more frame above top: 0, or -1 and recording has been stopped. */
int ort_thread_grow_stack(struct ort_thread *t);

/* Nesting counters that nobody reads. */
struct ordo_nest *ort_thread_shared_nest(void);

/* Once, before the first adoption. 0, or -1: recording has been stopped. */
int ort_thread_init(void);

/* In a fork's child: gives back what states that are not `own` hold, touching no state; then, once
 * the raw file is the child's, `states` (NULL at its end) are the only ones. */
void ort_threads_forget_others(int (*own)(const struct ort_thread *));
void ort_threads_relink(struct ort_thread **states);

/* The idle state of the calling thread: its hooks do nothing. */
struct ordo_thread *ort_thread_idle(void);

#endif
