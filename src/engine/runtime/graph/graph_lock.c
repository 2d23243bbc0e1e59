/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * graph_lock.c: a lock that is taken at every access and never blocks signals. A handler that
 * interrupts the lock's holder sees that from a flag of the thread and does not take the lock.
 *
 * While only one thread has used the graph, it says with two plain stores that it is inside, and
 * checks whether another has come. The second thread says that it has come, makes the first one's
 * stores visible (a barrier on all processors) and waits until the first one is outside. From then
 * on all of them spin.
 */
#include "engine/runtime/system/os.h"
#include "graph_parts.h"

#define SPINS 100
#define YIELDS 1000

__thread struct ort_graph_self ort_graph_self;
volatile int ort_graph_first_inside, ort_graph_company;
static int held;
uint64_t ort_graph_lost;

static void wait(int *spins) {
    if (++*spins > SPINS) ort_os_yield();
}

static bool become(int from, int to) {
    int was = from;
    return __atomic_compare_exchange_n(&ort_graph_company, &was, to, 0, __ATOMIC_SEQ_CST,
                                       __ATOMIC_SEQ_CST);
}

/* Passes the barrier. A forked child has to prepare it again. If it is no longer available (a
 * filter of system calls was installed since), waits long enough for the first thread's stores to
 * become visible by themselves. */
static void pass_barrier(void) {
    if (ort_os_fence() >= 0) return;
    if (ort_os_fence_prepare() >= 0 && ort_os_fence() >= 0) return;
    for (int i = 0; i < YIELDS; i++) ort_os_yield();
}

void ort_graph_enter_late(void) {
    int spins = 0;
    while (ort_graph_company != ORT_GRAPH_MANY) {
        if (become(ORT_GRAPH_NOBODY, ORT_GRAPH_CHANGING)) {
            ort_graph_self.first = ort_graph_first_inside = 1;
            ort_graph_self.inside = ORT_GRAPH_ALONE;
            ort_graph_company = ort_os_fence_prepare() < 0 ? ORT_GRAPH_MANY : ORT_GRAPH_ONE;
            if (ort_graph_company == ORT_GRAPH_ONE) return;
            ort_graph_self.first = ort_graph_first_inside = 0;
        } else if (become(ORT_GRAPH_ONE, ORT_GRAPH_CHANGING)) {
            pass_barrier();
            while (ort_graph_first_inside) wait(&spins);
            ort_graph_company = ORT_GRAPH_MANY;
        } else {
            wait(&spins);
        }
    }
    while (__atomic_exchange_n(&held, 1, __ATOMIC_ACQUIRE)) wait(&spins);
    ort_graph_self.inside = ORT_GRAPH_LOCKED;
}

bool ort_graph_lose(void) {
    __atomic_fetch_add(&ort_graph_lost, 1, __ATOMIC_RELAXED);
    return false;
}

void ort_graph_leave_late(void) {
    __atomic_store_n(&held, 0, __ATOMIC_RELEASE);
    __asm__ volatile("" ::: "memory");
    ort_graph_self.inside = ORT_GRAPH_OUTSIDE;
}
