/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * A spin lock that never blocks signals, for it is taken at every access: a handler that interrupts
 * its holder sees that by a flag of the thread and goes without.
 */
#include "graph_parts.h"
#include "os.h"

#define SPINS 100

static __thread volatile int inside;
static int held;
uint64_t ort_graph_lost;

bool ort_graph_enter(void) {
    if (unlikely(inside)) {
        __atomic_fetch_add(&ort_graph_lost, 1, __ATOMIC_RELAXED);
        return false;
    }
    inside = 1;
    for (int spins = 0; unlikely(__atomic_exchange_n(&held, 1, __ATOMIC_ACQUIRE)); spins++)
        if (spins > SPINS) ort_os_yield();
    return true;
}

void ort_graph_leave(void) {
    __atomic_store_n(&held, 0, __ATOMIC_RELEASE);
    inside = 0;
}
