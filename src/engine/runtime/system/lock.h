/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * lock.h: mutual exclusion on rare paths.
 *
 * Signals are blocked while a lock is held. Handlers run instrumented code in a state of their own;
 * this way they cannot wait for a lock that the code they interrupted holds.
 *
 * Threads: any. Signal-safe: yes. Locks are recursive and nest in the order of enum ort_lock. Fork
 * and rotation take all of them in this order, and then call functions that take them again.
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
    ORT_LOCK_LIMITS, /* everything that maps memory takes it */
    ORT_LOCKS
};

/* Takes the lock. Returns the signal mask that ort_lock_drop restores. */
uint64_t ort_lock_take(enum ort_lock which);
void ort_lock_drop(enum ort_lock which, uint64_t saved);

#endif
