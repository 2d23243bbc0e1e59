/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * signal.h: signal handlers run on a thread state of their own, so that they never find the
 * interrupted one half-written.
 *
 * Threads: any. Signal-safe: yes.
 */
#ifndef ORT_SIGNAL_H
#define ORT_SIGNAL_H

#include "engine/runtime/core/thread_state.h"

/* Around a call of the program's handler: `ort_signal_leave(ort_signal_enter())`. NULL: nothing to
 * switch (no recording here). */
struct ordo_thread *ort_signal_enter(void);
void ort_signal_leave(struct ordo_thread *interrupted);

/* The state that the calling thread's code works on, recording or stopped, whichever handler runs;
 * NULL: it has none. */
struct ort_thread *ort_signal_state(void);

/* A handler was left by siglongjmp: back to `t`, the handlers' states above it are released. */
void ort_state_return(struct ort_thread *t);

/* Around fork: from the first on no handler of another thread is recorded or waits for a lock of
 * the runtime (but for one that does not end in time). `child`: opened in the child. */
void ort_signal_gate_close(void);
void ort_signal_gate_open(int child);

/* The state below all handlers' states above and including `t`, which are released. */
struct ort_thread *ort_state_bottom(struct ort_thread *t);

#endif
