/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * shadow.c: invariant: a word of a window is nonzero only if its piece of 64 KiB is tagged and the
 * bit of its 2 MiB of shadow is set in `touched`. Clearing and renumbering therefore visit only
 * touched parts, and mappings of any size cost nothing until they are used.
 *
 * If a piece already has the tag of other addresses, the addresses clash. If nothing is mapped any
 * more at the older addresses, the new tag replaces theirs. Otherwise recording stops, because
 * sizes could be wrong from then on.
 */
#include "shadow.h"
#include "bounds.h"
#include "engine/runtime/core/sample_shadow.h"
#include "engine/runtime/system/lock.h"
#include "engine/runtime/system/private_memory.h"
#include "engine/runtime/system/raw_file.h"
#include "engine/runtime/system/stop.h"
#include "granules.h"
#include "seams.h"
#include "zeroed.h"

#include <errno.h>

#define AREA 0x5c0000000000ull /* first windows; each second one is 2^44 bytes above */
#ifdef ORT_ADDRESS_LOG2 /* log2 of a bound of all addresses: every thread has a window for all */
#define LARGE_LOG2 ORT_ADDRESS_LOG2
#define LARGE_SLOTS 255u
#define SMALL_SLOTS 0u
#define LEAST_SHIFT 3 /* least cell_shift that has windows */
#else
#define LARGE_LOG2 40
#define LARGE_SLOTS 16u
#define SMALL_SLOTS 256u
#define LEAST_SHIFT 0
#endif
#define MOST_SHIFT 3 /* log2 of ORDO_CELL_INLINE */
#define SMALL_LOG2 36

uint16_t *ort_shadow_tags[2];

/* SLOT_READY: mapped, and all zeros, because the kernel clears windows in a fork's child. */
enum slot_state { SLOT_FREE, SLOT_READY, SLOT_TAKEN };
static uint8_t slot_states[LARGE_SLOTS + SMALL_SLOTS];

static uintptr_t slot_base(uint32_t slot) {
    if (slot < LARGE_SLOTS) return AREA + ((uintptr_t)slot << (LARGE_LOG2 - 1));
    return AREA + ((uintptr_t)LARGE_SLOTS << (LARGE_LOG2 - 1)) +
           ((uintptr_t)(slot - LARGE_SLOTS) << (SMALL_LOG2 - 1));
}

static int map_windows(uintptr_t base, uint64_t size) {
    void *first = (void *)base, *second = (void *)(base + (ORT_BIT45 >> 1));
    if (!ort_os_memory(first, size)) return 0;
    if (!ort_os_memory(second, size)) {
        ort_os_unmap(first, size);
        return 0;
    }
    ort_os_hide(first, size);
    ort_os_hide(second, size);
    return 1;
}

static int get_tags(int large) {
    uint64_t count = 2ull << ((large ? LARGE_LOG2 : SMALL_LOG2) - ORT_TAG_SHIFT);
    if (!ort_shadow_tags[large])
        ort_shadow_tags[large] = ort_os_memory(NULL, count * sizeof(uint16_t));
    return ort_shadow_tags[large] != NULL;
}

/* Gives t the first windows that are free: 0, or -1 if there are none. */
static int take_windows(struct ort_thread *t) {
    int failures = 0;
    if (ort_os_limit_memory() != ~0ull) return -1;
    for (uint32_t slot = 0; slot < LARGE_SLOTS + SMALL_SLOTS && failures < 8; slot++) {
        int large = slot < LARGE_SLOTS;
        uint64_t bytes = 1ull << (large ? LARGE_LOG2 : SMALL_LOG2);
        int ready = slot_states[slot] == SLOT_READY;
        if (slot_states[slot] == SLOT_TAKEN) continue;
        if ((!ready && !map_windows(slot_base(slot), bytes >> 1)) || !get_tags(large)) {
            failures++;
            continue;
        }
        uint64_t *touched = ort_os_memory(NULL, 2 * (bytes >> ORT_BLOCK_SHIFT) / 8);
        if (!touched) return -1;
        slot_states[slot] = SLOT_TAKEN;
        t->shadow_slot = slot + 1;
        t->window_bytes = bytes;
        t->tags = ort_shadow_tags[large];
        t->touched = touched;
        t->hot.shadow_base = slot_base(slot);
        t->hot.shadow_mask = (ORT_BIT45 | (bytes - 1)) & ~(uintptr_t)7;
        return 0;
    }
    return -1;
}

/* Makes inline checks find nothing, so that every access calls the runtime. */
static void have_no_windows(struct ort_thread *t) {
    t->only_word = 0;
    t->hot.shadow_base = (uintptr_t)&t->only_word;
    t->hot.shadow_mask = 0;
}

int ort_shadow_init(struct ort_thread *t) {
    int windows = -1, shift = (int)ort_settings.cell_shift;
#ifndef ORT_NO_SAMPLER
    if (ort_sampler_on) {
        have_no_windows(t);
        t->sample_shadow = ort_sample_shadow_new();
        return t->sample_shadow ? 0 : -1;
    }
#endif
    if (shift >= LEAST_SHIFT && shift <= MOST_SHIFT && !ort_settings.no_windows) {
        uint64_t saved = ort_lock_take(ORT_LOCK_SHADOW);
        windows = take_windows(t);
        ort_lock_drop(ORT_LOCK_SHADOW, saved);
    }
    if (windows < 0) {
        have_no_windows(t);
    } else if (shift == MOST_SHIFT) {
        return 0;
    } else {
        t->hot.shadow_mask |= ORDO_MASK_BOUNDS;
    }
    t->granules = ort_granules_new(4u << (20 - shift));
    return t->granules ? 0 : -1;
}

void ort_shadow_forget_others(int (*own)(const struct ort_thread *)) {
    for (struct ort_thread *o = ort_threads; o; o = o->next) {
        if (own(o)) continue;
#ifndef ORT_NO_SAMPLER
        if (o->sample_shadow) ort_sample_shadow_free(o->sample_shadow);
#endif
        if (o->shadow_slot) slot_states[o->shadow_slot - 1] = SLOT_READY;
    }
}

static void drop_tagged(uint64_t index, uint16_t *tags, uintptr_t addr) {
    uintptr_t start = addr & ~(((uintptr_t)1 << ORT_TAG_SHIFT) - 1);
    for (struct ort_thread *o = ort_threads; o; o = o->next)
        if (o->shadow_slot && o->tags == tags)
            ort_os_drop(ort_window_word(o, start), (1u << ORT_TAG_SHIFT) >> 1);
    tags[index] = 0;
}

/* Tags the 64 KiB of addr for the thread's window: 0, or -1 on a clash. */
static __attribute__((noinline)) int tag(struct ort_thread *t, uintptr_t addr) {
    uint64_t index = ort_window_index(t, addr, ORT_TAG_SHIFT);
    uint16_t own = (uint16_t)((addr >> 36) + 1), found = 0;
    int r = 0;
    uint64_t saved = ort_lock_take(ORT_LOCK_SHADOW);
    found = t->tags[index];
    if (found && found != own) {
        uintptr_t dropped = ~(uintptr_t)(t->hot.shadow_mask | 7);
        uintptr_t older = (((uintptr_t)(found - 1) << 36) & dropped) | (addr & ~dropped);
        older &= ~(((uintptr_t)1 << ORT_TAG_SHIFT) - 1);
        if (ort_os_any_mapped((void *)older, 1u << ORT_TAG_SHIFT)) {
            ort_stop(ORDO_STOP_ADDRESSES, 0);
            r = -1;
            goto out;
        }
        drop_tagged(index, t->tags, addr);
    }
    t->tags[index] = own;
out:
    ort_lock_drop(ORT_LOCK_SHADOW, saved);
    return r;
}

/* Does what ort_shadow_run does, for the two-level table. */
static uint32_t *table_run(struct ort_thread *t, uintptr_t addr, uint64_t *cells) {
    uint32_t shift = ort_settings.cell_shift;
    uint64_t at = (addr & 0xfffff) >> shift, most = (1ull << (20 - shift)) - at;
    struct ort_found_granule *found = ort_granule_place(t, addr);
    if (found->number != (addr >> 20) + 1) {
        uint32_t *stamps = ort_granule_get(t->granules, addr >> 20);
        if (!stamps) return NULL;
        *found = (struct ort_found_granule){(addr >> 20) + 1, stamps};
    }
    if (*cells > most) *cells = most;
    return found->stamps + at;
}

#ifndef ORT_NO_SAMPLER
static uint32_t *sample_run(struct ort_thread *t, uintptr_t addr, uint64_t *cells) {
    uint64_t cell = addr >> ort_settings.cell_shift, at = cell & (ORT_SAMPLE_PAGE_CELLS - 1);
    uint32_t *stamps = ort_sample_shadow_get(t, cell >> ORT_SAMPLE_PAGE_LOG2);
    if (*cells > ORT_SAMPLE_PAGE_CELLS - at) *cells = ORT_SAMPLE_PAGE_CELLS - at;
    return stamps ? stamps + at : NULL;
}
#endif

uint32_t *ort_shadow_run(struct ort_thread *t, uintptr_t addr, uint64_t *cells) {
    const uint64_t piece = 1ull << ORT_TAG_SHIFT;
    const uint32_t shift = ort_settings.cell_shift;
#ifndef ORT_NO_SAMPLER
    if (t->sample_shadow) return sample_run(t, addr, cells);
#endif
    if (unlikely(!t->shadow_slot)) return table_run(t, addr, cells);
    if (unlikely(!ort_window_tagged(t, addr)) && tag(t, addr) < 0) return NULL;
    uint64_t block = ort_window_index(t, addr, ORT_BLOCK_SHIFT);
    t->touched[block >> 6] |= 1ull << (block & 63);
    uint64_t most = (piece - (addr & (piece - 1)) + (1u << shift) - 1) >> shift;
    if (*cells > most) *cells = most;
    if (likely(!ort_bounds(t))) return ort_window_word(t, addr);
    uint32_t *stamps = table_run(t, addr, cells);
    if (stamps) ort_bounds_raise(t, stamps, addr, *cells);
    return stamps;
}

void ort_shadow_changed(struct ort_thread *t, uint32_t *stamps, uintptr_t addr, uint64_t cells) {
    if (ort_bounds(t)) ort_bounds_follow(t, stamps, addr, cells);
}

void ort_shadow_prepare(struct ort_thread *t, uint32_t *stamp, uintptr_t addr) {
    uint32_t shift = ort_settings.cell_shift;
    uint32_t cells = t->sample_shadow ? ORT_SAMPLE_PAGE_CELLS : ORT_PAGE / 4;
    uint32_t *page = (uint32_t *)((uintptr_t)stamp & ~(uintptr_t)(4 * cells - 1));
    uintptr_t low = (addr >> shift << shift) - ((uintptr_t)(stamp - page) << shift);
    if (likely(!ort_zeroed_overlaps(t, low, low + ((uintptr_t)cells << shift)))) {
        for (uint32_t i = 0; i < cells; i++) page[i] += page[i] == 0;
        return;
    }
    for (uint32_t i = 0; i < cells; i++)
        if (!page[i]) page[i] = ort_zeroed_stamp(t, low + ((uintptr_t)i << shift));
}

static void clear_words(uint32_t *from, uint64_t n) {
    uintptr_t low = ((uintptr_t)from + ORT_PAGE - 1) & ~(uintptr_t)(ORT_PAGE - 1);
    uintptr_t high = (uintptr_t)(from + n) & ~(uintptr_t)(ORT_PAGE - 1);
    if (high <= low) {
        for (uint64_t i = 0; i < n; i++) from[i] = 0;
        return;
    }
    for (uint32_t *p = from; (uintptr_t)p < low; p++) *p = 0;
    ort_os_drop((void *)low, high - low);
    for (uint32_t *p = (uint32_t *)high; p < from + n; p++) *p = 0;
}

/* Clears [low, high) in one touched block of a window, by maximal runs of 64 KiB pieces that have
 * the address's own tag. A piece with another tag has stamps of another object, which inline code
 * would take for this one's; it is tagged anew first. */
static void clear_block(struct ort_thread *t, uintptr_t low, uintptr_t high) {
    const uintptr_t piece = (uintptr_t)1 << ORT_TAG_SHIFT;
    while (low < high) {
        if (t->tags[ort_window_index(t, low, ORT_TAG_SHIFT)] && !ort_window_tagged(t, low) &&
            tag(t, low) < 0)
            return;
        uintptr_t end = low;
        while (end < high && ort_window_tagged(t, end)) end = (end & ~(piece - 1)) + piece;
        if (end > high) end = high;
        if (end > low) clear_words(ort_window_word(t, low), (end - low) >> 3);
        low = end == low ? (low & ~(piece - 1)) + piece : end;
    }
}

static void clear_windows(struct ort_thread *t, uintptr_t low, uintptr_t high) {
    while (low < high) {
        uintptr_t end = ((low >> ORT_BLOCK_SHIFT) + 1) << ORT_BLOCK_SHIFT;
        if (end > high) end = high;
        if (ort_window_touched(t, low)) clear_block(t, low, end);
        low = end;
    }
}

static void clear_table(struct ort_thread *t, uintptr_t low, uintptr_t high) {
    uint32_t shift = ort_settings.cell_shift;
    while (low < high) {
        uintptr_t end = ((low >> 20) + 1) << 20;
        if (end > high) end = high;
        uint32_t *chunk = ort_granule_find(t->granules, low >> 20);
        if (chunk) clear_words(chunk + ((low & 0xfffff) >> shift), (end - low) >> shift);
        low = end;
    }
}

/* Gives the cells that share 8 bytes with the cell at addr their effective stamps, because the
 * bound is about to be cleared. */
static void keep_neighbours(struct ort_thread *t, uintptr_t addr) {
    uint64_t one = 1;
    if (ort_window_tagged(t, addr) && ort_window_touched(t, addr)) ort_shadow_run(t, addr, &one);
}

void ort_shadow_clear(struct ort_thread *t, uintptr_t low, uintptr_t high) {
    uint32_t shift = ort_settings.cell_shift;
    low = low >> shift << shift;
    high = (high + (1u << shift) - 1) >> shift << shift;
    if (low >= high) return;
#ifndef ORT_NO_SAMPLER
    if (t->sample_shadow) {
        ort_sample_shadow_clear(t, low, high);
        return;
    }
#endif
    if (ort_bounds(t)) {
        keep_neighbours(t, low);
        keep_neighbours(t, high - 1);
        clear_table(t, low, high);
        clear_windows(t, low & ~(uintptr_t)7, (high + 7) & ~(uintptr_t)7);
    } else if (t->shadow_slot) {
        clear_windows(t, low, high);
    } else {
        clear_table(t, low, high);
    }
}

void ort_shadow_each(struct ort_thread *t,
                     void (*f)(struct ort_thread *, uint32_t *, uint64_t, void *), void *argument) {
#ifndef ORT_NO_SAMPLER
    if (t->sample_shadow) ort_sample_shadow_each(t, f, argument);
#endif
    if (t->granules) ort_granules_each(t->granules, t, f, argument);
    if (!t->shadow_slot) return;
    uint64_t per_window = t->window_bytes >> ORT_BLOCK_SHIFT;
    for (uint64_t w = 0; w < 2 * per_window / 64; w++) {
        for (uint64_t bits = t->touched[w]; bits; bits &= bits - 1) {
            uint64_t block = w * 64 + (uint64_t)__builtin_ctzll(bits);
            uintptr_t at = block < per_window
                               ? block << ORT_BLOCK_SHIFT
                               : ((block - per_window) << ORT_BLOCK_SHIFT) | ORT_BIT45;
            f(t, ort_window_word(t, at), 1u << (ORT_BLOCK_SHIFT - 3), argument);
        }
    }
}
