/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * block_counts.h: execution counts of basic blocks, of modules compiled with --blocks
 * (__ordo_counts).
 *
 * Each thread state counts on its own, so that counts are exact without atomic operations: one
 * array per state and module, a COUNTS block of the raw file, made when the state first enters a
 * routine of the module and never moved, because open activations hold its address.
 *
 * Threads: any; a state's arrays are its owner's. Signal-safe: yes. May allocate: no.
 */
#ifndef ORT_BLOCK_COUNTS_H
#define ORT_BLOCK_COUNTS_H

#include "thread_state.h"

/* ordo_thread.counts of a state that has no array yet, and of idle ones, which count into memory
 * that nobody reads. */
extern uint64_t *ort_block_counts_none[ORDO_MAX_CODES];
extern uint64_t *ort_block_counts_idle[ORDO_MAX_CODES];

/* Describes the blocks in the raw file and numbers them (`first_scope`: id of the module's first
 * scope). Returns the number, or 0: recording has been stopped. Under the modules' lock. */
uint32_t ort_block_counts_describe(const struct ordo_code *code, uint32_t first_scope);

/* In a fork's child, once the raw file is its own: the state's counts begin at 0. */
void ort_block_counts_forget(struct ort_thread *t);

#endif
