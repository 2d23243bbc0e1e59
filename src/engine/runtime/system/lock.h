/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * lock.h: mutual exclusion on rare paths.
 *
 * Signals are blocked while a lock is held, so that a handler on the same thread, which runs
 * instrumented code on a state of its own, cannot wait for a lock that it interrupted.
 *
 * Threads: any. Signal-safe: yes. Locks nest in the order of enum ort_lock, which is also the order
 * in which fork and rotation take all of them, and go on to use what is behind them: who holds a
 * lock may take it again.
 */
#ifndef ORT_LOCK_H
#define ORT_LOCK_H

#include "os.h"

enum ort_lock {
    ORT_LOCK_START,
    ORT_LOCK_MODULES,
    ORT_LOCK_CALLEES,
    ORT_LOCK_SCOPES,
    ORT_LOCK_THREADS,
    ORT_LOCK_NAMES,
    ORT_LOCK_SHADOW,
    ORT_LOCK_PRIVATE,
    ORT_LOCK_RAW,
    ORT_LOCK_LIMITS, /* whoever maps memory takes it */
    ORT_LOCKS
};

/* Returns the signal mask that ort_lock_drop restores. */
uint64_t ort_lock_take(enum ort_lock which);
void ort_lock_drop(enum ort_lock which, uint64_t saved);

#endif
