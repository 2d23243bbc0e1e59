/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * small_cells.h: accesses within 8 aligned bytes where cells are smaller (bounds.h): the short way.
 *
 * 1: done. 0: take the long way (ort_access_read, ort_access_write), nothing has happened: the
 * cells were never used, or their place is not known to be their own.
 * A stamp of the activation's own time speaks for itself; the bound is asked only about older ones.
 * Threads: the owner of `t` only. Signal-safe: yes.
 */
#ifndef ORT_SMALL_CELLS_H
#define ORT_SMALL_CELLS_H

#include "access.h"
#include "bounds.h"
#include "granules.h"
#include "seams.h"

/* The stamps of the 8 bytes, `length` of them, and which of them the access touches. */
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

/* Do one or two cells, all of the access, hit by their own stamps? 0: perhaps. */
static inline __attribute__((always_inline)) int
ort_small_cells_quick(struct ort_thread *t, uintptr_t addr, uint64_t size, uint32_t mine) {
    const uint32_t shift = ort_settings.cell_shift;
    struct ort_found_granule *found = ort_granule_place(t, addr);
    uintptr_t first = (addr & 0xfffff) >> shift, last = ((addr & 0xfffff) + size - 1) >> shift;
    return likely(found->number == (addr >> 20) + 1) && last - first <= 1 &&
           last < 0x100000u >> shift && found->stamps[first] >= mine && found->stamps[last] >= mine;
}

/* The word of the bound when it is known to be true and not 0, else NULL. */
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

/* 1: all cells hit. 0: they are not at hand. -1: some may be older, *word is their true bound.
 * shift: ort_settings.cell_shift, below 3; a constant where speed counts. */
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
