/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * access.h: counts memory accesses and new objects with aprof's latest-access algorithm (Coppa,
 * Demetrescu, Finocchi, Input-Sensitive Profiling, PLDI 2012, section 4.2). A stamp is the entry
 * time of an activation instead of the value of a global counter. The intervals between the entry
 * times of open activations identify the same owner, and a hit needs no store.
 *
 * Units:   sizes in bytes; results in cells touched.
 * Threads: the owner of `t` only; f is an open activation of it. Signal-safe: yes.
 */
#ifndef ORT_ACCESS_H
#define ORT_ACCESS_H

#include "thread_state.h"

/* Count a read or a write of [addr, addr + size) by f. */
uint64_t ort_access_read(struct ort_thread *t, struct ordo_frame *f, uintptr_t addr, uint64_t size);
uint64_t ort_access_write(struct ort_thread *t, struct ordo_frame *f, uintptr_t addr,
                          uint64_t size);
/* Marks the cells of a new object as never accessed. */
void ort_access_fresh(struct ort_thread *t, uintptr_t addr, uint64_t size);
/* Counts a new zeroed object as written by f; in O(1) if it is large (zeroed.h). */
void ort_access_zeroed(struct ort_thread *t, struct ordo_frame *f, uintptr_t addr, uint64_t size);

/* Returns the open activation below f that was the last one to access a cell with the stamp s,
 * which is less than f's; NULL if there is none. ort_access_owner_near does the same, but probes
 * the innermost few frames before the binary search: the owner is nearly always among them. */
struct ordo_frame *ort_access_owner(const struct ort_thread *t, struct ordo_frame *f, uint32_t s);

#define ORT_ACCESS_PROBES 8

static inline __attribute__((always_inline)) struct ordo_frame *
ort_access_owner_near(const struct ort_thread *t, struct ordo_frame *f, uint32_t s) {
    if (s < t->root_stamp) return NULL;
    for (int i = 1; i <= ORT_ACCESS_PROBES; i++)
        if (f[-i].stamp <= s) return &f[-i]; /* the root at the latest */
    return ort_access_owner(t, f - ORT_ACCESS_PROBES, s);
}

#endif
