/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * granules.h: a sparse map from granules (1 MiB of address space each) to arrays.
 *
 * A hash table with open addressing, keyed by granule numbers (address >> 20). Arrays are parts of
 * larger mappings and never move.
 * Errors:  NULL; recording has then been stopped.
 * Threads: one at a time. Signal-safe: yes.
 */
#ifndef ORT_GRANULES_H
#define ORT_GRANULES_H

#include "thread_state.h"

struct ort_granules;

struct ort_granules *ort_granules_new(uint64_t bytes_per_granule);

/* Returns the granule's array, making a zeroed one if there is none. */
void *ort_granule_get(struct ort_granules *g, uint64_t number);
/* Returns the granule's array, or NULL if there is none, which is not an error. */
void *ort_granule_find(struct ort_granules *g, uint64_t number);

/* Returns the place of addr's granule in the thread's cache of arrays of its shadow's table. */
static inline struct ort_found_granule *ort_granule_place(struct ort_thread *t, uintptr_t addr) {
    return &t->found_granules[(addr >> 20) % ORT_FOUND_GRANULES];
}

/* Calls f(t, array, words, argument) for every array. */
void ort_granules_each(struct ort_granules *g, struct ort_thread *t,
                       void (*f)(struct ort_thread *, uint32_t *, uint64_t, void *),
                       void *argument);

#endif
