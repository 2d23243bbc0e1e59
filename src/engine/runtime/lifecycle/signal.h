/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * signal.h: signal handlers run in a thread state of their own, so that they never find the
 * interrupted one half-written.
 *
 * Threads: any. Signal-safe: yes.
 */
#ifndef ORT_SIGNAL_H
#define ORT_SIGNAL_H

#include "engine/runtime/core/effects.h"
#include "engine/runtime/core/thread_state.h"

/* Returns the state that the calling thread's code uses, recording or stopped, even if a handler
 * runs in the idle state; NULL if there is none. */
struct ort_thread *ort_signal_state(void);

/* Returns to `t` after siglongjmp left a handler. Releases the handlers' states above `t`. */
void ort_state_return(struct ort_thread *t);

/* Surround a fork. In between, no handler of another thread is recorded or waits for a lock of the
 * runtime, except one that does not end in time. `child`: the call is in the child. */
void ort_signal_gate_close(void);
void ort_signal_gate_open(int child);

/* Releases `t` and the states below it that belong to handlers. Returns the first one that does
 * not. */
struct ort_thread *ort_state_bottom(struct ort_thread *t);

#endif
