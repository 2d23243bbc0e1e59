/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Groups of 8 >> cell_shift stamps, one per word of the window; the loops over a group are of a
 * constant length, for each cell size its own.
 */
#include "bounds.h"

static inline __attribute__((always_inline)) void raise(uint32_t *group, uint32_t *word,
                                                        const uint32_t *end, int k) {
    for (; word < end; word++, group += k)
        for (int i = 0; i < k; i++) group[i] = group[i] < *word ? *word : group[i];
}

static inline __attribute__((always_inline)) void follow(const uint32_t *group, uint32_t *word,
                                                         const uint32_t *end, int k) {
    for (; word < end; word++, group += k) {
        uint32_t least = group[0];
        for (int i = 1; i < k; i++) least = group[i] < least ? group[i] : least;
        *word = least;
    }
}

static uint32_t *words(struct ort_thread *t, uintptr_t addr, uint64_t cells, uint32_t **end) {
    uintptr_t last = addr + ((cells - 1) << ort_settings.cell_shift);
    *end = ort_window_word(t, last) + 1;
    return ort_window_word(t, addr);
}

void ort_bounds_raise(struct ort_thread *t, uint32_t *stamps, uintptr_t addr, uint64_t cells) {
    uint32_t *end, *word = words(t, addr, cells, &end);
    uint32_t *group = ort_bounds_group(stamps, addr);
    switch (ort_settings.cell_shift) {
    case 0:
        raise(group, word, end, 8);
        break;
    case 1:
        raise(group, word, end, 4);
        break;
    default:
        raise(group, word, end, 2);
    }
}

void ort_bounds_follow(struct ort_thread *t, uint32_t *stamps, uintptr_t addr, uint64_t cells) {
    uint32_t *end, *word = words(t, addr, cells, &end);
    uint32_t *group = ort_bounds_group(stamps, addr);
    switch (ort_settings.cell_shift) {
    case 0:
        follow(group, word, end, 8);
        break;
    case 1:
        follow(group, word, end, 4);
        break;
    default:
        follow(group, word, end, 2);
    }
}
