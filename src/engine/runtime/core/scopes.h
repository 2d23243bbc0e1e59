/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * scopes.h: process-wide numbers of scopes, and the scopes that no module brings.
 *
 * Threads: any; numbers are given under one lock. Signal-safe: yes.
 */
#ifndef ORT_SCOPES_H
#define ORT_SCOPES_H

#include "abi/abi.h"
#include "abi/raw.h"

/* The bottom frame of every thread. */
extern struct ordo_scope ort_root_scope;

/* Describes the scope, which has its number, in the raw file; `module` is its module's number, or
 * 0, `detail` what ordo_raw_scope_table.uncovered says. Strings as in raw.def. Callers hold the
 * modules' lock or know the scope to be theirs alone. */
void ort_scope_describe(const struct ordo_scope *scope, uint32_t module, uint64_t detail);

/* The same of a module's `n` scopes, n > 0, whose numbers are in a row; `detail` 0. Returns the
 * block's offset in the raw file; 0: there is no room for it. */
uint64_t ort_scopes_describe(const struct ordo_scope *scopes, uint32_t n, uint32_t module);

/* Whether these, as many as are described there, are the ones that are. */
int ort_scopes_are(const struct ordo_raw_scope_table *described, const struct ordo_scope *scopes);

/* Numbers a scope of a library routine on its first call, by whichever thread comes first. */
void ort_scope_library(struct ordo_scope *scope, int uncovered);

/* Numbers are below this: ORDO_MAX_SCOPES, or fewer where the process's memory was limited at its
 * start, because there are tables by number. */
uint32_t ort_scopes_most(void);

/* The first of `n` numbers in a row. */
uint32_t ort_scope_numbers(uint32_t n);

#endif
