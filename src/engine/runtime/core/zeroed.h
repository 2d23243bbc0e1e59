/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * zeroed.h: large objects that are full of zeros when they are made (calloc, mmap). They count as
 * written by the activation that allocated them, in O(1) time and memory.
 *
 * Each thread has a sorted list of disjoint ranges with the stamps of the allocating activations. A
 * range gives the stamp of those of its cells whose own stamp is 0. It remains after its object is
 * gone, until a new object overlaps it.
 *
 * Threads: the owner of `t` only. Signal-safe: yes.
 */
#ifndef ORT_ZEROED_H
#define ORT_ZEROED_H

#include "thread_state.h"

/* Adds the range [low, high), whole cells whose stamps are 0, as written by the activation with
 * this stamp. Returns 0, or -1 if the list is full. */
int ort_zeroed_add(struct ort_thread *t, uintptr_t low, uintptr_t high, uint32_t stamp);
/* Removes [low, high) from the list, because a new object begins there. */
void ort_zeroed_cut(struct ort_thread *t, uintptr_t low, uintptr_t high);
/* Returns the stamp that a 0 at addr means: a range's, or ORDO_STAMP_FRESH. */
uint32_t ort_zeroed_stamp(const struct ort_thread *t, uintptr_t addr);

/* Returns the index of the first range that ends above addr. */
uint32_t ort_zeroed_first(const struct ort_thread *t, uintptr_t addr);

static inline int ort_zeroed_overlaps(const struct ort_thread *t, uintptr_t low, uintptr_t high) {
    if (likely(!t->zeroed_used)) return 0;
    uint32_t i = ort_zeroed_first(t, low);
    return i < t->zeroed_used && t->zeroed[i].low < high;
}

#endif
