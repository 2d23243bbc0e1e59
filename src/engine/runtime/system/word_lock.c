/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * word_lock.c: a thread that waits spins, then sleeps. AWAITED: the holder must wake a sleeper when
 * it drops the lock. A thread that has waited takes the lock as AWAITED, because there may be other
 * sleepers.
 */
#include "word_lock.h"
#include "os.h"

#define SPINS 100
#define SLEEP_MS 10 /* at a time, if the wait is bounded */

enum { FREE, HELD, AWAITED, ABANDONED };

static int change(int *word, int from, int to) {
    return __atomic_compare_exchange_n(word, &from, to, 0, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED);
}

static int is_abandoned(const int *word) {
    return __atomic_load_n(word, __ATOMIC_RELAXED) == ABANDONED;
}

int ort_word_lock_take(int *word, uint64_t ns) {
    for (int spins = 0; spins < SPINS; spins++)
        if (change(word, FREE, HELD)) return 1;
    uint64_t since = ns ? ort_os_monotonic_ns() : 0;
    while (!is_abandoned(word) && (!ns || ort_os_monotonic_ns() - since < ns)) {
        if (change(word, FREE, AWAITED)) return 1;
        change(word, HELD, AWAITED);
        ort_os_wait(word, AWAITED, ns ? SLEEP_MS : 0);
    }
    return 0;
}

void ort_word_lock_drop(int *word) {
    if (change(word, HELD, FREE)) return;
    if (change(word, AWAITED, FREE)) ort_os_wake(word);
}

void ort_word_lock_abandon(int *word) {
    __atomic_store_n(word, ABANDONED, __ATOMIC_RELEASE);
}
