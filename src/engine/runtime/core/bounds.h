/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * bounds.h: windows over cells smaller than 8 bytes.
 *
 * Inline code checks one word per 8 bytes. With smaller cells the word is a bound: each cell of the
 * 8 bytes was last accessed at that stamp or later. The cells' own stamps are in the two-level
 * table. The effective stamp of a cell is the greater of its own stamp and the bound. An access
 * therefore hits if the bound is recent enough, and a write of all 8 bytes changes only the bound.
 * All other accesses call the runtime. It raises the cells' own stamps to the bound, changes them,
 * and raises the bound to the least of them.
 *
 * An inline write may lower a bound to the stamp of an activation that is still open. This changes
 * no size, because the forgotten stamp and the new bound are in the interval of the same
 * activation.
 *
 * Invariant: if a bound is not 0, none of its cells has the stamp 0 (shadow.h: "prepared").
 * Threads: the owner of `t` only. Signal-safe: yes.
 */
#ifndef ORT_BOUNDS_H
#define ORT_BOUNDS_H

#include "engine/runtime/system/settings.h"
#include "thread_state.h"
#include "windows.h"

/* Returns whether the words of t's windows are bounds. */
static inline int ort_bounds(const struct ort_thread *t) {
    return (t->hot.shadow_mask & ORDO_MASK_BOUNDS) != 0;
}

/* Returns the first stamp of the 8 bytes around the cell at addr, whose own stamp is at `stamp`. */
static inline uint32_t *ort_bounds_group(uint32_t *stamp, uintptr_t addr) {
    return stamp - ((addr & 7) >> ort_settings.cell_shift);
}

/* Raises the own stamps of `cells` cells from addr on, and of the cells that share 8 bytes with
 * them, to their effective stamps. The range is within one piece of 64 KiB. */
void ort_bounds_raise(struct ort_thread *t, uint32_t *stamps, uintptr_t addr, uint64_t cells);
/* Sets the bounds of these cells to the least of their own stamps, which must be the effective
 * ones. */
void ort_bounds_follow(struct ort_thread *t, uint32_t *stamps, uintptr_t addr, uint64_t cells);

#endif
