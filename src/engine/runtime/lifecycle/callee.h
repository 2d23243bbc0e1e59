/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * callee.h: routines that nothing is recorded of, and their calls (__ordo_callee).
 *
 * Threads: any; the thread state is the caller's. Signal-safe: yes.
 */
#ifndef ORT_CALLEE_H
#define ORT_CALLEE_H

#include "engine/runtime/core/thread_state.h"

/* The number of the routine's scope, of kind LIBRARY and uncovered, made when it is new: one for
 * each name and file. 1: no memory, or numbers have run out. Takes the lock of callees. */
uint32_t ort_uncovered(const char *name, const char *path);

/* The open activation f called it: a call of unknown cost, and in a sample f is incomplete. */
void ort_uncovered_called(struct ort_thread *t, struct ordo_frame *f, uint32_t id);

#endif
