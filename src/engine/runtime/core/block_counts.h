/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * block_counts.h: execution counts of the basic blocks of modules compiled with --blocks
 * (__ordo_counts).
 *
 * Each thread state has its own counters, so that counts are exact without atomic operations. There
 * is one array per state and module: a COUNTS block of the raw file, made when the state first
 * enters a routine of the module. Arrays never move, because open activations hold their addresses.
 *
 * Threads: any; a state's arrays are used by its owner only. Signal-safe: yes. May allocate: no.
 */
#ifndef ORT_BLOCK_COUNTS_H
#define ORT_BLOCK_COUNTS_H

#include "thread_state.h"

/* ordo_thread.counts of states that have no array yet, and of idle states, whose counts are
 * discarded. */
extern uint64_t *ort_block_counts_none[ORDO_MAX_CODES];
extern uint64_t *ort_block_counts_idle[ORDO_MAX_CODES];

/* Describes the module's blocks in the raw file. `first_scope` is the id of its first scope.
 * Returns the module's number, or 0; recording has then been stopped. The caller holds
 * ORT_LOCK_MODULES. */
uint32_t ort_block_counts_describe(const struct ordo_code *code, uint32_t first_scope);

/* Sets the state's counts to 0, in a fork's child that has its own raw file. */
void ort_block_counts_forget(struct ort_thread *t);

#endif
