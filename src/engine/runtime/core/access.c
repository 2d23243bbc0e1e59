/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * access.c: sizes from stamps.
 *
 * If a cell's stamp is older than the activation that reads it, this is the activation's first
 * access to the cell, and its partial size (ordo_frame.rms) grows by one. If an open activation
 * owns the cell, that is, was the innermost one at the cell's latest access, its partial size
 * shrinks by one. The size of an activation is therefore the sum of the partial sizes from it up to
 * the top of the stack.
 */
#include "access.h"
#include "bounds.h"
#include "engine/runtime/core/sample_shadow.h"
#include "seams.h"
#include "shadow.h"
#include "zeroed.h"

#define LARGE_OBJECT (64u << 10) /* bytes: objects this large are cleared by page, not by cell */

struct ordo_frame *ort_access_owner(const struct ort_thread *t, struct ordo_frame *f, uint32_t s) {
    if (s < t->root_stamp) return NULL;
    struct ordo_frame *low = t->frames, *high = f;
    while (high - low > 1) { /* low->stamp <= s < high->stamp */
        struct ordo_frame *middle = low + (high - low) / 2;
        if (middle->stamp <= s)
            low = middle;
        else
            high = middle;
    }
    return low;
}

static inline uint64_t count_cells(uintptr_t addr, uint64_t size) {
    uint32_t shift = ort_settings.cell_shift;
    return size ? ((addr + size - 1) >> shift) - (addr >> shift) + 1 : 0;
}

/* Returns whether all 16 stamps are at least `mine`. Compiles to vector comparisons. */
static inline int all_hit(const uint32_t *stamps, uint32_t mine) {
    uint32_t older = 0;
    for (int i = 0; i < 16; i++) older |= stamps[i] < mine;
    return !older;
}

static void read_piece(struct ort_thread *t, struct ordo_frame *f, uint32_t *stamps, uint64_t n,
                       uintptr_t addr) {
    const uint32_t mine = f->stamp;
    uint32_t low = 1, high = 1; /* stamps in [low, high) belong to `known` */
    struct ordo_frame *known = NULL;
    int64_t first = 0, known_less = 0;
    for (uint64_t i = 0; i < n; i++) {
        if (n - i >= 16 && all_hit(stamps + i, mine)) {
            i += 15;
            continue;
        }
        uint32_t s = stamps[i];
        if (s >= mine) continue;
        if (s == 0) {
            ort_shadow_prepare(t, &stamps[i], addr + (i << ort_settings.cell_shift));
            s = stamps[i];
            if (s >= mine) continue;
        }
        stamps[i] = mine;
        first++;
        if (unlikely(ort_sampler_on) && s < t->root_stamp)
            ort_sampler_first_read(t, addr + (i << ort_settings.cell_shift));
        if (s < low || s >= high) {
            if (known) known->rms -= known_less;
            known_less = 0;
            known = ort_access_owner_near(t, f, s);
            low = known ? known->stamp : 0;
            high = known ? known[1].stamp : t->root_stamp;
        }
        known_less++;
    }
    if (known) known->rms -= known_less;
    f->rms += first;
}

uint64_t ort_access_read(struct ort_thread *t, struct ordo_frame *f, uintptr_t addr,
                         uint64_t size) {
    uint64_t cells = count_cells(addr, size), left = cells;
    while (left) {
        uint64_t n = left;
        uint32_t *stamps = ort_shadow_run(t, addr, &n);
        if (!stamps) break;
        read_piece(t, f, stamps, n, addr);
        ort_shadow_changed(t, stamps, addr, n);
        addr += n << ort_settings.cell_shift;
        left -= n;
    }
    return cells;
}

uint64_t ort_access_write(struct ort_thread *t, struct ordo_frame *f, uintptr_t addr,
                          uint64_t size) {
    uint64_t cells = count_cells(addr, size), left = cells;
    const uint32_t mine = f->stamp;
    while (left) {
        uint64_t n = left;
        uint32_t *stamps = ort_shadow_run(t, addr, &n);
        if (!stamps) break;
        if (!stamps[0]) ort_shadow_prepare(t, stamps, addr);
        for (uint64_t i = 0; i < n; i++) stamps[i] = mine;
        ort_shadow_changed(t, stamps, addr, n);
        addr += n << ort_settings.cell_shift;
        left -= n;
    }
    return cells;
}

void ort_access_fresh(struct ort_thread *t, uintptr_t addr, uint64_t size) {
    if (size >= LARGE_OBJECT) {
        ort_zeroed_cut(t, addr, addr + size);
        ort_shadow_clear(t, addr, addr + size);
        return;
    }
    uint64_t left = count_cells(addr, size);
    while (left) {
        uint64_t n = left;
        uint32_t *stamps = ort_shadow_run(t, addr, &n);
        if (!stamps) break;
        for (uint64_t i = 0; i < n; i++) stamps[i] = ORDO_STAMP_FRESH;
        ort_shadow_changed(t, stamps, addr, n);
        addr += n << ort_settings.cell_shift;
        left -= n;
    }
}

void ort_access_zeroed(struct ort_thread *t, struct ordo_frame *f, uintptr_t addr, uint64_t size) {
    uintptr_t cell = ort_cell_bytes();
    uintptr_t low = (addr + cell - 1) & ~(cell - 1), high = (addr + size) & ~(cell - 1);
    if (size < LARGE_OBJECT) {
        ort_access_write(t, f, addr, size);
        return;
    }
    ort_zeroed_cut(t, low, high);
    ort_shadow_clear(t, low, high);
    if (low > addr) ort_access_write(t, f, addr, low - addr);
    if (high < addr + size) ort_access_write(t, f, high, addr + size - high);
    if (ort_zeroed_add(t, low, high, f->stamp) < 0) ort_access_write(t, f, low, high - low);
}
