/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Spin, then sleep (U. Drepper, Futexes Are Tricky, section 5): a lock is held for long only across
 * a fork. Its word is private memory: a child, which has a copy and nobody who waits, wakes nobody.
 * Signals are blocked by the first of the locks that a thread holds, and restored with the last:
 * what a module has is written down under one, and thousands of times under another.
 */
#include "lock.h"

#define SPINS 100

enum { FREE, HELD, AWAITED };

static int states[ORT_LOCKS];
static __thread uint8_t depths[ORT_LOCKS]; /* how often the thread has taken each */
static __thread uint32_t n_own;            /* all of them */
static __thread uint64_t outer;            /* its signal mask without them */

static int try(int *state) {
    int expected = FREE;
    return __atomic_compare_exchange_n(state, &expected, HELD, 0, __ATOMIC_ACQUIRE,
                                       __ATOMIC_RELAXED);
}

uint64_t ort_lock_take(enum ort_lock which) {
    int *state = &states[which];
    if (!n_own) outer = ort_os_signals_block();
    n_own++; /* not before: a handler that came first would not block any */
    if (depths[which]++) return outer;
    for (int spins = 0; spins < SPINS; spins++)
        if (try(state)) return outer;
    while (__atomic_exchange_n(state, AWAITED, __ATOMIC_ACQUIRE) != FREE)
        ort_os_wait(state, AWAITED, 0);
    return outer;
}

void ort_lock_drop(enum ort_lock which, uint64_t saved) {
    int *state = &states[which];
    if (!--depths[which] && __atomic_exchange_n(state, FREE, __ATOMIC_RELEASE) == AWAITED)
        ort_os_wake(state);
    if (!--n_own) ort_os_signals_restore(saved);
}
