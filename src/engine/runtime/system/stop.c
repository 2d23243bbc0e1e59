/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "stop.h"
#include "os.h"
#include "raw_state.h"

void ort_stop(enum ordo_raw_stop why, int error) {
    struct ordo_raw_header *h = ort_raw_header();
    uint32_t none = ORDO_STOP_NONE;
    if (!h || !__atomic_compare_exchange_n(&h->stop, &none, (uint32_t)why, 0, __ATOMIC_ACQ_REL,
                                           __ATOMIC_ACQUIRE))
        return;
    h->stop_errno = (uint64_t)error;
    h->end_ns = ort_os_now_ns();
    ort_stop_threads();
}
