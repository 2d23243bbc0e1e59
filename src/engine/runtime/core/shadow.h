/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * shadow.h: the stamp of every cell, a 32-bit word each, per thread state.
 *
 * There are two forms with one interface:
 *   windows    One word per 8 bytes, at base + ((address & mask) >> 1), which is what inline code
 *              computes. The word is the stamp of a cell of 8 bytes, or the bound of smaller cells
 *              (bounds.h), whose stamps are in a two-level table. The mask keeps bit 45 and the
 *              low 40 (or 36) bits. A window of 1 TiB (64 GiB) thus serves the program and its
 *              heap, and another one serves the mappings and the stack. Two live objects with the
 *              same word would hide each other. Every piece of 64 KiB that a thread touches is
 *              therefore tagged with the address bits that the mask drops.
 *   two-level  A table of granules of 1 MiB, if there is no room for windows or cells are larger.
 *
 * States that samples are taken in have neither, but small pages of their own (sample_shadow.h).
 *
 * Stamp 0 means the same as ORDO_STAMP_FRESH, or that the cell is part of a lazily zeroed object
 * (zeroed.h). When a cell in a page of the shadow is first used, the page is prepared: its zeros
 * are replaced by the stamps that they mean.
 *
 * Errors:  NULL or -1; recording has then been stopped.
 * Threads: the owner of `t`; tags are shared. Signal-safe: yes.
 */
#ifndef ORT_SHADOW_H
#define ORT_SHADOW_H

#include "engine/runtime/system/settings.h"
#include "thread_state.h"
#include "windows.h"

/* Gives a new state its shadow: 0, or -1. */
int ort_shadow_init(struct ort_thread *t);

/* Frees the shadows of the states for which own() returns 0, in a fork's child. Touches no
 * state. */
void ort_shadow_forget_others(int (*own)(const struct ort_thread *));

/* Returns the stamps of the cells from `addr` on. Reduces *cells to the number of them that are in
 * one piece (at least 1). The caller may store any stamps there, and must then call
 * ort_shadow_changed. */
uint32_t *ort_shadow_run(struct ort_thread *t, uintptr_t addr, uint64_t *cells);
void ort_shadow_changed(struct ort_thread *t, uint32_t *stamps, uintptr_t addr, uint64_t cells);

/* Prepares the shadow page that `stamp`, the stamp of the cell at `addr`, is in. */
void ort_shadow_prepare(struct ort_thread *t, uint32_t *stamp, uintptr_t addr);

/* Sets the stamps of the cells of [low, high) to 0. Takes time and memory only for the part that
 * was ever touched. */
void ort_shadow_clear(struct ort_thread *t, uintptr_t low, uintptr_t high);

/* Calls f(t, stamps, n, argument) for every piece that may hold stamps. */
void ort_shadow_each(struct ort_thread *t,
                     void (*f)(struct ort_thread *, uint32_t *, uint64_t, void *), void *argument);

extern uint16_t *ort_shadow_tags[2]; /* by window size: 0 small, 1 large */

static inline uint64_t ort_cell_bytes(void) {
    return 1ull << ort_settings.cell_shift;
}

#endif
