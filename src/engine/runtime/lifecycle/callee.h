/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * callee.h: counts calls of routines that are neither instrumented nor modelled (__ordo_callee).
 *
 * Threads: any; `t` is the caller's. Signal-safe: yes.
 */
#ifndef ORT_CALLEE_H
#define ORT_CALLEE_H

#include "engine/runtime/core/thread_state.h"

/* Returns the number of the routine's scope, of kind LIBRARY and uncovered, making it if it is new.
 * There is one per name and file. Returns 1 if there is no memory and 0 if there are no numbers
 * left; recording has then been stopped. Takes ORT_LOCK_CALLEES. */
uint32_t ort_uncovered(const char *name, const char *path);

/* Counts a call of it from the open activation f, at unknown cost. In a sample this makes f
 * incomplete. */
void ort_uncovered_called(struct ort_thread *t, struct ordo_frame *f, uint32_t id);

#endif
