/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * access.h: memory accesses and the beginnings of objects, counted by aprof's latest-access
 * algorithm (Coppa, Demetrescu, Finocchi, Input-Sensitive Profiling, PLDI 2012, section 4.2), with
 * the activation's own entry time for a stamp instead of the global counter: the intervals between
 * the entry times of open activations give the same owner, and a hit needs no store.
 *
 * Units:   sizes in bytes; results in cells touched.
 * Threads: the owner of `t` only; f is an open activation of it. Signal-safe: yes.
 */
#ifndef ORT_ACCESS_H
#define ORT_ACCESS_H

#include "thread_state.h"

uint64_t ort_access_read(struct ort_thread *t, struct ordo_frame *f, uintptr_t addr, uint64_t size);
uint64_t ort_access_write(struct ort_thread *t, struct ordo_frame *f, uintptr_t addr,
                          uint64_t size);
void ort_access_fresh(struct ort_thread *t, uintptr_t addr, uint64_t size);
void ort_access_zeroed(struct ort_thread *t, struct ordo_frame *f, uintptr_t addr, uint64_t size);

/* The open activation, older than f, that accessed a cell of stamp s (below f's) last; NULL: none
 * of them. It is nearly always among the innermost few: probed first, then binary search. */
struct ordo_frame *ort_access_owner(const struct ort_thread *t, struct ordo_frame *f, uint32_t s);

#define ORT_ACCESS_PROBES 8

static inline __attribute__((always_inline)) struct ordo_frame *
ort_access_owner_near(const struct ort_thread *t, struct ordo_frame *f, uint32_t s) {
    if (s < t->root_stamp) return NULL;
    for (int i = 1; i <= ORT_ACCESS_PROBES; i++)
        if (f[-i].stamp <= s) return &f[-i]; /* at the latest the root */
    return ort_access_owner(t, f - ORT_ACCESS_PROBES, s);
}

#endif
