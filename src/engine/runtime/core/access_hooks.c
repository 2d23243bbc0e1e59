/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * access_hooks.c: the hooks for accesses that the inline check of instrumented code does not
 * settle.
 */
#include "access.h"
#include "bounds.h"
#include "sample_shadow.h"
#include "seams.h"
#include "shadow.h"
#include "small_cells.h"

/* Reads one cell of a window. Returns 0, and does nothing, if the window does not hold the cell's
 * stamp, or if the stamp is 0 and must be prepared first (shadow.h). */
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
/* Returns the stamp of the accessed cell if the access is within one cell, the cell's page is found
 * at once and the stamp is not 0; else NULL. */
static inline __attribute__((always_inline)) uint32_t *
stamp_in_sample(const struct ort_thread *t, uintptr_t addr, uint64_t size) {
    uint64_t cell = addr >> ort_settings.cell_shift;
    if (unlikely((addr + size - 1) >> ort_settings.cell_shift != cell)) return NULL;
    uint32_t *stamp = ort_sample_stamp(t->sample_shadow, cell);
    return likely(stamp != NULL) && likely(*stamp != 0) ? stamp : NULL;
}

/* Return 1 if the access is done, 0 if it must take the slow path. */
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

/* Returns whether the thread has windows and the access is within 8 aligned bytes. */
static inline __attribute__((always_inline)) int one_word(const struct ordo_thread *hot,
                                                          uintptr_t addr, uint64_t size) {
    return likely(hot->shadow_mask != 0) && likely((addr & 7) + size - 1 < 8);
}

/* The fast path of a read or a write, with the cell size as a constant. */
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

/* A function of its own, so that __ordo_read_far saves few registers. */
static ORDO_PRESERVE_MOST __attribute__((noinline)) void
read_small(struct ordo_frame *f, const void *addr, uint64_t size) {
    struct ort_thread *t = (struct ort_thread *)__ordo_self;
    if (!ort_small_cells_quick(t, (uintptr_t)addr, size, f->stamp))
        read_small_or_any(f, addr, size);
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

/* Most owners are a few frames below f. Older owners, cells that were never seen (stamp 0) and
 * cells smaller than 8 bytes take the slow path. The page below the root frame is all zeros except
 * for the sentinel frames[-1]. A stamp older than the root therefore finds an owner in that page,
 * which is never read. */
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
    /* A misaligned read always calls this hook, even if its word is a hit, because it may touch two
     * words. */
    if (ort_bounds(t)) {
        read_small(f, addr, size);
        return;
    }
    if (likely(s != 0) && likely(s < f[-1].stamp) && likely(((uintptr_t)addr & 7) + size <= 8)) {
        if (s == ORDO_STAMP_FRESH) { /* no owner */
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

/* Marks the words of a small object as fresh. Returns 0, and does nothing, if the object has more
 * than 8 words, crosses a border of 64 KiB, or is where the window is not in use yet. */
static inline __attribute__((always_inline)) int fresh_small(struct ort_thread *t, uintptr_t addr,
                                                             uint64_t size) {
    if (unlikely((addr & 7) + size - 1 >= 64) ||
        unlikely(((addr ^ (addr + size - 1)) >> ORT_TAG_SHIFT) != 0) ||
        unlikely(!ort_window_tagged(t, addr)) || unlikely(!ort_window_touched(t, addr)))
        return 0;
    uint32_t *word = ort_window_word(t, addr);
    for (uint64_t i = 0; i <= ((addr & 7) + size - 1) >> 3; i++) {
        word[i] = ORDO_STAMP_FRESH;
        __asm__ volatile("" : : "r"(word) : "memory"); /* prevents vector instructions */
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
