/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * zeroed.h: large objects that began their life full of zeros (calloc, mmap): written as a whole by
 * the activation that allocated them, in O(1) time and memory.
 *
 * Per thread a sorted list of disjoint ranges with the allocating activation's stamp. It speaks for
 * the cells whose own stamp is 0. Ranges outlive their object until a new one begins on top.
 *
 * Threads: the owner of `t` only. Signal-safe: yes.
 */
#ifndef ORT_ZEROED_H
#define ORT_ZEROED_H

#include "thread_state.h"

/* [low, high), whole cells whose stamps are 0, were written by the activation with this stamp.
 * -1: the list is full. */
int ort_zeroed_add(struct ort_thread *t, uintptr_t low, uintptr_t high, uint32_t stamp);
/* A new object begins there. */
void ort_zeroed_cut(struct ort_thread *t, uintptr_t low, uintptr_t high);
/* The stamp that stands behind a 0 at addr: a range's, or ORDO_STAMP_FRESH. */
uint32_t ort_zeroed_stamp(const struct ort_thread *t, uintptr_t addr);

/* Index of the first range that ends above addr. */
uint32_t ort_zeroed_first(const struct ort_thread *t, uintptr_t addr);

static inline int ort_zeroed_overlaps(const struct ort_thread *t, uintptr_t low, uintptr_t high) {
    if (likely(!t->zeroed_used)) return 0;
    uint32_t i = ort_zeroed_first(t, low);
    return i < t->zeroed_used && t->zeroed[i].low < high;
}

#endif
