/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * A read of a cell whose stamp is not younger than the activation is its first access there: its
 * size grows by one, and shrinks by one at the owner, the open activation in whose time the latest
 * access fell, so that the sum over the stack from any activation upwards is that activation's
 * size.
 */
#include "access.h"
#include "bounds.h"
#include "engine/runtime/core/sample_shadow.h"
#include "seams.h"
#include "shadow.h"
#include "small_cells.h"
#include "zeroed.h"

#define LARGE_OBJECT (64u << 10) /* bytes: from here on by pages instead of cells */

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

/* Whether all of 16 stamps are at least `mine`; compiled to vector compares. */
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

/* One cell of a window whose stamp is known to have an owner or none: no preparation needed. */
static inline __attribute__((always_inline)) int read_one(struct ort_thread *t,
                                                          struct ordo_frame *f, uintptr_t addr) {
    if (unlikely(!ort_window_tagged(t, addr))) return 0;
    uint32_t *word = ort_window_word(t, addr), s = *word;
    if (s >= f->stamp) return 1;
    if (unlikely(s == 0)) return 0;
    struct ordo_frame *o = ort_access_owner_near(t, f, s);
    if (o) o->rms--;
    f->rms++;
    *word = f->stamp;
    return 1;
}

#ifndef ORT_NO_SAMPLER
/* An access of one cell that the sample found at once: its stamp, which is not 0; else NULL. */
static inline __attribute__((always_inline)) uint32_t *
stamp_in_sample(const struct ort_thread *t, uintptr_t addr, uint64_t size) {
    uint64_t cell = addr >> ort_settings.cell_shift;
    if (unlikely((addr + size - 1) >> ort_settings.cell_shift != cell)) return NULL;
    uint32_t *stamp = ort_sample_stamp(t->sample_shadow, cell);
    return likely(stamp != NULL) && likely(*stamp != 0) ? stamp : NULL;
}

/* 1: the read is done. */
static inline __attribute__((always_inline)) int
read_in_sample(struct ort_thread *t, struct ordo_frame *f, uintptr_t addr, uint64_t size) {
    uint32_t *stamp = stamp_in_sample(t, addr, size);
    if (unlikely(!stamp)) return 0;
    if (*stamp >= f->stamp) return 1;
    struct ordo_frame *o = ort_access_owner_near(t, f, *stamp);
    if (o)
        o->rms--;
    else
        ort_sampler_first_read(t, addr);
    f->rms++;
    *stamp = f->stamp;
    return 1;
}

static inline __attribute__((always_inline)) int
write_in_sample(struct ort_thread *t, struct ordo_frame *f, uintptr_t addr, uint64_t size) {
    uint32_t *stamp = stamp_in_sample(t, addr, size);
    if (unlikely(!stamp)) return 0;
    *stamp = f->stamp;
    return 1;
}
#else
#define read_in_sample(t, f, addr, size) 0
#define write_in_sample(t, f, addr, size) 0
#endif

static ORDO_PRESERVE_MOST __attribute__((noinline)) void read_any(struct ordo_frame *f,
                                                                  const void *addr, uint64_t size) {
    struct ort_thread *t = ort_thread_current();
    if (t) ort_access_read(t, f, (uintptr_t)addr, size);
}

static ORDO_PRESERVE_MOST __attribute__((noinline)) void
read_slow(struct ordo_frame *f, const void *addr, uint64_t size) {
    __ordo_read(f, addr, size);
}

static ORDO_PRESERVE_MOST __attribute__((noinline)) void fresh_any(const void *addr,
                                                                   uint64_t size) {
    struct ort_thread *t = ort_thread_current();
    if (t) ort_access_fresh(t, (uintptr_t)addr, size);
}

/* Is the access within 8 aligned bytes, and are there windows? */
static inline __attribute__((always_inline)) int one_word(const struct ordo_thread *hot,
                                                          uintptr_t addr, uint64_t size) {
    return likely(hot->shadow_mask != 0) && likely((addr & 7) + size - 1 < 8);
}

/* The short way of a read or a write, with the cell size for a constant. */
#define SMALL(what, t, f, addr, size)                                                              \
    (ort_settings.cell_shift == 0   ? ort_small_cells_##what(t, f, addr, size, 0)                  \
     : ort_settings.cell_shift == 1 ? ort_small_cells_##what(t, f, addr, size, 1)                  \
                                    : ort_small_cells_##what(t, f, addr, size, 2))

static ORDO_PRESERVE_MOST __attribute__((noinline)) void
write_small_or_any(struct ordo_frame *f, const void *addr, uint64_t size) {
    struct ort_thread *t = ort_thread_current();
    uintptr_t a = (uintptr_t)addr;
    if (!t || (ort_bounds(t) && likely(one_word(&t->hot, a, size)) &&
               likely(SMALL(write, t, f, a, size))))
        return;
    ort_access_write(t, f, a, size);
}

static ORDO_PRESERVE_MOST __attribute__((noinline)) void
read_small_or_any(struct ordo_frame *f, const void *addr, uint64_t size) {
    struct ort_thread *t = ort_thread_current();
    uintptr_t a = (uintptr_t)addr;
    if (!t || (likely(one_word(&t->hot, a, size)) && likely(SMALL(read, t, f, a, size)))) return;
    ort_access_read(t, f, a, size);
}

__attribute__((visibility("default"))) ORDO_PRESERVE_MOST void
__ordo_read(struct ordo_frame *f, const void *addr, uint64_t size) {
    struct ordo_thread *hot = __ordo_self;
    struct ort_thread *t = (struct ort_thread *)hot;
    if (unlikely(!hot->tick)) return;
    if (unlikely(ort_sampler_on) &&
        (ort_sampler_tired(t) || read_in_sample(t, f, (uintptr_t)addr, size)))
        return;
    if (ort_bounds(t)) {
        if (!ort_small_cells_quick(t, (uintptr_t)addr, size, f->stamp))
            read_small_or_any(f, addr, size);
    } else if (!one_word(hot, (uintptr_t)addr, size) ||
               unlikely(!read_one(t, f, (uintptr_t)addr))) {
        read_any(f, addr, size);
    }
}

/* Most owners are a few frames below. Older ones, cells never seen before (stamp 0) and cells of
 * less than 8 bytes go the long way. Below the root's sentinel the stack's first page is all zeros,
 * so that a stamp from before the root finds an owner there that nobody looks at. */
__attribute__((visibility("default"))) ORDO_PRESERVE_MOST void
__ordo_read_far(struct ordo_frame *f, const void *addr, uint64_t size, uint32_t *word) {
    struct ort_thread *t = (struct ort_thread *)__ordo_self;
    uint32_t s = *word;
#define PROBE(k)                                                                                   \
    if (f[-(k)].stamp <= s) {                                                                      \
        f[-(k)].rms--;                                                                             \
        f->rms++;                                                                                  \
        *word = f->stamp;                                                                          \
        return;                                                                                    \
    }
    if (unlikely(ort_sampler_on)) {
        read_slow(f, addr, size);
        return;
    }
    /* A misaligned read comes here whatever its word, so that it may straddle: even for a hit. */
    if (ort_bounds(t)) {
        if (!ort_small_cells_quick(t, (uintptr_t)addr, size, f->stamp))
            read_small_or_any(f, addr, size);
        return;
    }
    if (likely(s != 0) && likely(s < f[-1].stamp) && likely(((uintptr_t)addr & 7) + size <= 8)) {
        if (s == ORDO_STAMP_FRESH) { /* nobody's */
            f->rms++;
            *word = f->stamp;
            return;
        }
        PROBE(2) PROBE(3) PROBE(4) PROBE(5) PROBE(6) PROBE(7) PROBE(8)
    }
#undef PROBE
    read_slow(f, addr, size);
}

__attribute__((visibility("default"))) ORDO_PRESERVE_MOST void
__ordo_write(struct ordo_frame *f, const void *addr, uint64_t size) {
    struct ordo_thread *hot = __ordo_self;
    struct ort_thread *t = (struct ort_thread *)hot;
    if (unlikely(!hot->tick)) return;
    if (unlikely(ort_sampler_on) &&
        (ort_sampler_tired(t) || write_in_sample(t, f, (uintptr_t)addr, size)))
        return;
    if (!ort_bounds(t) || !ort_small_cells_quick(t, (uintptr_t)addr, size, f->stamp))
        write_small_or_any(f, addr, size);
}

/* The words of a small object, whose place is known to be its own. */
static inline __attribute__((always_inline)) int fresh_small(struct ort_thread *t, uintptr_t addr,
                                                             uint64_t size) {
    if (unlikely((addr & 7) + size - 1 >= 64) ||
        unlikely(((addr ^ (addr + size - 1)) >> ORT_TAG_SHIFT) != 0) ||
        unlikely(!ort_window_tagged(t, addr)) || unlikely(!ort_window_touched(t, addr)))
        return 0;
    uint32_t *word = ort_window_word(t, addr);
    for (uint64_t i = 0; i <= ((addr & 7) + size - 1) >> 3; i++) {
        word[i] = ORDO_STAMP_FRESH;
        __asm__ volatile("" : : "r"(word) : "memory"); /* no vector registers here */
    }
    return 1;
}

__attribute__((visibility("default"))) ORDO_PRESERVE_MOST void
__ordo_fresh(struct ordo_frame *f, const void *addr, uint64_t size) {
    struct ordo_thread *hot = __ordo_self;
    struct ort_thread *t = (struct ort_thread *)hot;
    (void)f;
    if (unlikely(!hot->tick)) return;
    if (likely(hot->shadow_mask != 0) && !ort_bounds(t) &&
        likely(fresh_small(t, (uintptr_t)addr, size)))
        return;
    fresh_any(addr, size);
}
