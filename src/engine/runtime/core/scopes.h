/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * scopes.h: process-wide numbers of scopes, and the scopes that no module defines.
 *
 * Threads: any. Signal-safe: yes.
 */
#ifndef ORT_SCOPES_H
#define ORT_SCOPES_H

#include "abi/abi.h"
#include "abi/raw.h"

/* The scope of every thread's root frame. */
extern struct ordo_scope ort_root_scope;

/* Describes a scope that has its number in the raw file. `module` is the number of its module, or
 * 0. `detail` is the value of ordo_raw_scope_table.uncovered. Strings as in raw.def. The caller
 * holds ORT_LOCK_MODULES, or no other thread uses the scope yet. */
void ort_scope_describe(const struct ordo_scope *scope, uint32_t module, uint64_t detail);

/* Describes a module's `n` scopes, n > 0, which have consecutive numbers; `detail` is 0. Returns
 * the offset of the block in the raw file, or 0; recording has then been stopped. */
uint64_t ort_scopes_describe(const struct ordo_scope *scopes, uint32_t n, uint32_t module);

/* Returns whether `scopes`, of which there are as many as described, are the scopes that the table
 * describes. */
int ort_scopes_are(const struct ordo_raw_scope_table *described, const struct ordo_scope *scopes);

/* Numbers and describes the scope of a library routine, unless another thread has already done so.
 * `uncovered`: the routine is neither instrumented nor modelled. */
void ort_scope_library(struct ordo_scope *scope, int uncovered);

/* Returns a bound that all numbers are below: ORDO_MAX_SCOPES, or less if the process's memory was
 * limited at its start, because tables are indexed by number. */
uint32_t ort_scopes_most(void);

/* Takes `n` consecutive numbers. Returns the first, or 0; recording has then been stopped. */
uint32_t ort_scope_numbers(uint32_t n);

#endif
