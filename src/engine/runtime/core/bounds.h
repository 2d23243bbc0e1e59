/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * bounds.h: windows over cells smaller than 8 bytes.
 *
 * The word that inline code looks at covers 8 bytes. With smaller cells it is a bound: each cell of
 * the 8 bytes was last accessed at that stamp or later. The cells' own stamps are in the two-level
 * table; what counts for a cell is the greater of the two. So an access that finds a young bound
 * hits, and a write of all 8 bytes moves the bound alone; everything else comes to the runtime,
 * which raises the cells' stamps to the bound, changes them, and moves the bound up to the least.
 *
 * Lowering a bound to the stamp of an activation that is still open, as an inline write may,
 * changes no size: what it forgets lies within that activation's interval, like the new bound.
 *
 * Invariant: where a bound is not 0, no cell's own stamp is 0 (shadow.h: "prepared").
 * Threads: the owner of `t` only. Signal-safe: yes.
 */
#ifndef ORT_BOUNDS_H
#define ORT_BOUNDS_H

#include "engine/runtime/system/settings.h"
#include "thread_state.h"
#include "windows.h"

/* Do t's windows hold bounds? */
static inline int ort_bounds(const struct ort_thread *t) {
    return (t->hot.shadow_mask & ORDO_MASK_BOUNDS) != 0;
}

/* The first of the stamps of the 8 bytes around `stamp`, that of the cell at addr. */
static inline uint32_t *ort_bounds_group(uint32_t *stamp, uintptr_t addr) {
    return stamp - ((addr & 7) >> ort_settings.cell_shift);
}

/* The cells' stamps, `cells` of them from addr on within one 64 KiB, and those that share 8 bytes
 * with them, become what counts. */
void ort_bounds_raise(struct ort_thread *t, uint32_t *stamps, uintptr_t addr, uint64_t cells);
/* The bounds of the same cells follow their stamps, which are what counts. */
void ort_bounds_follow(struct ort_thread *t, uint32_t *stamps, uintptr_t addr, uint64_t cells);

#endif
