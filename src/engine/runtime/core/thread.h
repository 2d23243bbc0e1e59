/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * thread.h: begins and ends thread states, and keeps unused ones in a pool.
 *
 * Errors:  if there is no room, recording stops.
 * Threads: the owner of the state only, except ort_thread_init and the two functions for a fork's
 *          child. Signal-safe: yes. May allocate: no.
 */
#ifndef ORT_THREAD_H
#define ORT_THREAD_H

#include "thread_state.h"

/* Returns a state for a new owner, from the pool or new, with only the root on its stack; NULL if
 * recording has been stopped. */
struct ort_thread *ort_thread_adopt(void);
/* Ends the open activations and puts the state into the pool. */
void ort_thread_release(struct ort_thread *t);

/* Makes room for at least one more frame above top: 0, or -1; recording has then been stopped. */
int ort_thread_grow_stack(struct ort_thread *t);

/* Returns nesting counters that are never read. */
struct ordo_nest *ort_thread_shared_nest(void);

/* Called once, before the first ort_thread_adopt: 0, or -1; recording has then been stopped. */
int ort_thread_init(void);

/* For a fork's child. ort_threads_forget_others frees the memory of the states for which own()
 * returns 0, and touches no state. When the child has its own raw file, ort_threads_relink makes
 * `states`, which ends with NULL, the only ones. */
void ort_threads_forget_others(int (*own)(const struct ort_thread *));
void ort_threads_relink(struct ort_thread **states);

/* Returns an idle state for the calling thread: its hooks do nothing. */
struct ordo_thread *ort_thread_idle(void);

#endif
