/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * graph_wide.h: blocks of 16 GiB and more, which are found by their ends. A program may reserve all
 * of the address space, which would otherwise take a granule for each MiB.
 *
 * Threads: the caller holds the graph's lock. Signal-safe: yes.
 */
#ifndef ORT_GRAPH_WIDE_H
#define ORT_GRAPH_WIDE_H

#include <stdbool.h>
#include <stdint.h>

#define ORT_WIDE_LOG2 34

static inline bool ort_is_wide(uint64_t bytes) {
    return bytes >> ORT_WIDE_LOG2;
}

extern uint32_t ort_n_wide;

/* Add and remove the block of [at, at + bytes), which is wide. Such blocks do not overlap. */
void ort_wide_add(uint32_t block, uintptr_t at, uint64_t bytes);
void ort_wide_remove(uintptr_t at);
/* Returns the wide block that contains the address, or 0. */
uint32_t ort_wide_at(uintptr_t addr);

#endif
