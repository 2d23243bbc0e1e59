/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Spin, then yield: sections are short, waiting is rare, and a futex would have to survive fork.
 */
#include "lock.h"

#define SPINS 100

static int held[ORT_LOCKS];

uint64_t ort_lock_take(enum ort_lock which) {
    uint64_t saved = ort_os_signals_block();
    for (int spins = 0; __atomic_exchange_n(&held[which], 1, __ATOMIC_ACQUIRE); spins++)
        if (spins > SPINS) ort_os_yield();
    return saved;
}

void ort_lock_drop(enum ort_lock which, uint64_t saved) {
    __atomic_store_n(&held[which], 0, __ATOMIC_RELEASE);
    ort_os_signals_restore(saved);
}
