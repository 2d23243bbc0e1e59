/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Stopping is one flag in the header and a clock tick of 0 in every state. Plain stores into other
 * threads' states: they read them at their next activation or hook; a store lost to a state that is
 * just being adopted is made up for there.
 */
#include "stop.h"
#include "engine/runtime/core/thread_state.h"
#include "raw_file.h"

void ort_stop(enum ordo_raw_stop why, int error) {
    struct ordo_raw_header *h = ort_raw_header();
    uint32_t none = ORDO_STOP_NONE;
    if (!h || !__atomic_compare_exchange_n(&h->stop, &none, (uint32_t)why, 0, __ATOMIC_ACQ_REL,
                                           __ATOMIC_ACQUIRE))
        return;
    h->stop_errno = (uint64_t)error;
    h->end_ns = ort_os_now_ns();
    for (struct ort_thread *t = __atomic_load_n(&ort_threads, __ATOMIC_ACQUIRE); t; t = t->next) {
        t->hot.tick = 0;
        t->hot.limit = NULL;
    }
}
