/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * shadow.h: the stamp of every cell, one 32-bit word each, per thread state.
 *
 * Two forms with one interface:
 *   windows    a word per 8 bytes, at base + ((address & mask) >> 1), which is what inline code
 *              computes: the stamp of a cell of 8 bytes, or the bound of smaller ones (bounds.h),
 *              whose stamps are in a two-level table. The mask keeps bit 45 and the low 40 (or 36)
 * bits, so that a window of 1 TiB (64 GiB) serves the program and its heap, another the mappings
 *              and the stack. Two live objects on one word would hide each other: every 64 KiB
 *              that a thread touches is tagged with the address bits that the mask drops.
 *   two-level  no room for windows, or larger cells: a table of granules of 1 MiB.
 * States that samples are taken in have neither but small pages of their own (sample_shadow.h).
 *
 * Stamp 0: as ORDO_STAMP_FRESH, or part of a lazily zeroed object (zeroed.h); a page of the shadow
 * is prepared, its zeros replaced by what they stand for, when a cell in it is first used.
 *
 * Errors:  NULL or -1; recording has been stopped.
 * Threads: the owner of `t`; tags are shared. Signal-safe: yes.
 */
#ifndef ORT_SHADOW_H
#define ORT_SHADOW_H

#include "engine/runtime/system/settings.h"
#include "thread_state.h"
#include "windows.h"

/* Gives a new state its shadow. */
int ort_shadow_init(struct ort_thread *t);

/* In a fork's child: the windows of states that are not `own` go; no state is touched. */
void ort_shadow_forget_others(int (*own)(const struct ort_thread *));

/* The stamps of the cells from `addr` on, as many of `*cells` as are in one piece (at least 1). The
 * caller may store any stamp into them, and says so with ort_shadow_changed. */
uint32_t *ort_shadow_run(struct ort_thread *t, uintptr_t addr, uint64_t *cells);
void ort_shadow_changed(struct ort_thread *t, uint32_t *stamps, uintptr_t addr, uint64_t cells);

/* Replaces the zeros in the shadow page of `stamp`, the word of the cell at `addr`. */
void ort_shadow_prepare(struct ort_thread *t, uint32_t *stamp, uintptr_t addr);

/* The cells of [low, high) become 0. Time and memory: the part that was ever touched. */
void ort_shadow_clear(struct ort_thread *t, uintptr_t low, uintptr_t high);

/* Calls f(t, stamps, n, argument) for every piece that may hold stamps. */
void ort_shadow_each(struct ort_thread *t,
                     void (*f)(struct ort_thread *, uint32_t *, uint64_t, void *), void *argument);

extern uint16_t *ort_shadow_tags[2]; /* by window size: 0 small, 1 large */

static inline uint64_t ort_cell_bytes(void) {
    return 1ull << ort_settings.cell_shift;
}

#endif
