/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * granules.h: a sparse map from numbers of 1 MiB granules of the address space to arrays.
 *
 * Open addressing over granule numbers; the arrays are cut off larger mappings and never move.
 * Errors:  NULL; recording has been stopped.
 * Threads: one at a time. Signal-safe: yes.
 */
#ifndef ORT_GRANULES_H
#define ORT_GRANULES_H

#include "thread_state.h"

struct ort_granules;

struct ort_granules *ort_granules_new(uint64_t bytes_per_granule);

/* The granule's array, made zeroed when there is none. */
void *ort_granule_get(struct ort_granules *g, uint64_t number);
/* The granule's array, or NULL. */
void *ort_granule_find(struct ort_granules *g, uint64_t number);

/* Where the thread remembers the array of addr's granule in its shadow's table. */
static inline struct ort_found_granule *ort_granule_place(struct ort_thread *t, uintptr_t addr) {
    return &t->found_granules[(addr >> 20) % ORT_FOUND_GRANULES];
}

void ort_granules_each(struct ort_granules *g, struct ort_thread *t,
                       void (*f)(struct ort_thread *, uint32_t *, uint64_t, void *),
                       void *argument);

#endif
