/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * A lock that is taken at every access and never blocks signals: a handler that interrupts its
 * holder sees that by a flag of the thread and goes without.
 *
 * As long as one thread alone has come, it says with two plain stores that it is inside and looks
 * whether another came. The second one says so, makes the first one's stores seen (a barrier on all
 * processors), waits until that one is outside, and from then on all of them spin.
 */
#include "graph_parts.h"
#include "os.h"

#define SPINS 100

enum { NOBODY, ONE, CHANGING, MANY };
enum { OUTSIDE, ALONE, LOCKED };

static __thread volatile int inside;
static __thread int first;
static volatile int first_inside;
static volatile int company;
static int held;
uint64_t ort_graph_lost;

static inline void keep_order(void) {
    __asm__ volatile("" ::: "memory");
}

static void wait(int *spins) {
    if (++*spins > SPINS) ort_os_yield();
}

static bool become(int from, int to) {
    int was = from;
    return __atomic_compare_exchange_n(&company, &was, to, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
}

static void enter_late(void) {
    int spins = 0;
    while (company != MANY) {
        if (become(NOBODY, CHANGING)) {
            first = first_inside = 1;
            inside = ALONE;
            company = ort_os_fence_prepare() < 0 ? MANY : ONE;
            if (company == ONE) return;
            first = first_inside = 0;
        } else if (become(ONE, CHANGING)) {
            /* A fork's child has to prepare anew. */
            while (ort_os_fence() < 0 && ort_os_fence_prepare() == 0) {
            }
            while (first_inside) wait(&spins);
            company = MANY;
        } else {
            wait(&spins);
        }
    }
    while (__atomic_exchange_n(&held, 1, __ATOMIC_ACQUIRE)) wait(&spins);
    inside = LOCKED;
}

bool ort_graph_enter(void) {
    if (unlikely(inside)) {
        __atomic_fetch_add(&ort_graph_lost, 1, __ATOMIC_RELAXED);
        return false;
    }
    inside = ALONE;
    if (likely(first)) {
        first_inside = 1;
        keep_order();
        if (likely(company == ONE)) return true;
        first_inside = 0;
    }
    enter_late();
    return true;
}

void ort_graph_leave(void) {
    keep_order();
    if (likely(inside == ALONE))
        first_inside = 0;
    else
        __atomic_store_n(&held, 0, __ATOMIC_RELEASE);
    keep_order();
    inside = OUTSIDE;
}
