/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * small_cells.h: the fast path of accesses within 8 aligned bytes if cells are smaller (bounds.h).
 *
 * ort_small_cells_read and ort_small_cells_write return 1 if the access is done. They return 0, and
 * have done nothing, if it must take the slow path (ort_access_read, ort_access_write): the cells
 * were never used, or the window may hold the bound of other addresses. If a cell's own stamp is a
 * hit, the bound is not read.
 * Threads: the owner of `t` only. Signal-safe: yes.
 */
#ifndef ORT_SMALL_CELLS_H
#define ORT_SMALL_CELLS_H

#include "access.h"
#include "bounds.h"
#include "granules.h"
#include "seams.h"

/* The `length` stamps of 8 bytes, and the first and the last one that the access touches. */
struct ort_small_cells {
    uint32_t *group, first, last, length;
};

static inline __attribute__((always_inline)) int ort_small_cells_at(struct ort_thread *t,
                                                                    uintptr_t addr, uint64_t size,
                                                                    uint32_t shift,
                                                                    struct ort_small_cells *c) {
    struct ort_found_granule *found = ort_granule_place(t, addr);
    if (unlikely(found->number != (addr >> 20) + 1)) return 0;
    c->group = found->stamps + ((addr & 0xffff8) >> shift);
    c->first = (uint32_t)(addr & 7) >> shift;
    c->last = (uint32_t)((addr & 7) + size - 1) >> shift;
    c->length = 8u >> shift;
    return 1;
}

/* Returns 1 if the access touches one or two cells and they hit by their own stamps. If it returns
 * 0, the access may still be a hit. */
static inline __attribute__((always_inline)) int
ort_small_cells_quick(struct ort_thread *t, uintptr_t addr, uint64_t size, uint32_t mine) {
    const uint32_t shift = ort_settings.cell_shift;
    struct ort_found_granule *found = ort_granule_place(t, addr);
    uintptr_t first = (addr & 0xfffff) >> shift, last = ((addr & 0xfffff) + size - 1) >> shift;
    return likely(found->number == (addr >> 20) + 1) && last - first <= 1 &&
           last < 0x100000u >> shift && found->stamps[first] >= mine && found->stamps[last] >= mine;
}

/* Returns the word of the bound if the window holds it and it is not 0, else NULL. */
static inline __attribute__((always_inline)) uint32_t *ort_small_cells_bound(struct ort_thread *t,
                                                                             uintptr_t addr) {
    uint32_t *word = ort_window_word(t, addr);
    return likely(ort_window_tagged(t, addr)) && likely(*word != 0) ? word : NULL;
}

static inline __attribute__((always_inline)) int
ort_small_cells_all_hit(const struct ort_small_cells *c, uint32_t mine) {
    uint32_t older = 0;
    for (uint32_t i = c->first; i <= c->last; i++) older |= c->group[i] < mine;
    return !older;
}

static inline __attribute__((always_inline)) void
ort_small_cells_follow(const struct ort_small_cells *c, uint32_t *word) {
    uint32_t least = c->group[0];
    for (uint32_t i = 1; i < c->length; i++) least = c->group[i] < least ? c->group[i] : least;
    if (least > *word) *word = least;
}

/* Returns 1 if all cells hit; 0 if the slow path is needed; -1 if some cells may be older, *word
 * being their bound. shift: ort_settings.cell_shift, below 3; a constant where speed counts. */
static inline __attribute__((always_inline)) int
ort_small_cells_look(struct ort_thread *t, uintptr_t addr, uint64_t size, uint32_t shift,
                     uint32_t mine, struct ort_small_cells *c, uint32_t **word) {
    if (unlikely(!ort_small_cells_at(t, addr, size, shift, c))) return 0;
    if (likely(ort_small_cells_all_hit(c, mine))) return 1;
    *word = ort_small_cells_bound(t, addr);
    return unlikely(!*word) ? 0 : **word >= mine ? 1 : -1;
}

static inline __attribute__((always_inline)) int ort_small_cells_read(struct ort_thread *t,
                                                                      struct ordo_frame *f,
                                                                      uintptr_t addr, uint64_t size,
                                                                      uint32_t shift) {
    const uint32_t mine = f->stamp;
    struct ort_small_cells c;
    uint32_t *word;
    int known = ort_small_cells_look(t, addr, size, shift, mine, &c, &word);
    if (known >= 0) return known;
    for (uint32_t i = c.first; i <= c.last; i++) {
        uint32_t s = c.group[i] > *word ? c.group[i] : *word;
        if (s >= mine) continue;
        struct ordo_frame *o = ort_access_owner_near(t, f, s);
        if (o)
            o->rms--;
        else if (unlikely(ort_sampler_on))
            ort_sampler_first_read(t, (addr & ~(uintptr_t)7) + ((uintptr_t)i << shift));
        f->rms++;
        c.group[i] = mine;
    }
    ort_small_cells_follow(&c, word);
    return 1;
}

static inline __attribute__((always_inline)) int
ort_small_cells_write(struct ort_thread *t, struct ordo_frame *f, uintptr_t addr, uint64_t size,
                      uint32_t shift) {
    struct ort_small_cells c;
    uint32_t *word;
    int known = ort_small_cells_look(t, addr, size, shift, f->stamp, &c, &word);
    if (known >= 0) return known;
    for (uint32_t i = c.first; i <= c.last; i++) c.group[i] = f->stamp;
    ort_small_cells_follow(&c, word);
    return 1;
}

#endif
