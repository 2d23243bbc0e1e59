/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * bounds.c: each word of the window has a group of 8 >> cell_shift stamps. The group's length is a
 * constant for each cell size, so that sweeps over large ranges compile to vector instructions.
 */
#include "bounds.h"

enum sweep { RAISE, FOLLOW };

static inline __attribute__((always_inline)) void
groups(enum sweep what, uint32_t *group, uint32_t *word, const uint32_t *end, int length) {
    for (; word < end; word++, group += length) {
        uint32_t least = UINT32_MAX;
        for (int i = 0; i < length; i++) {
            if (what == RAISE) group[i] = group[i] < *word ? *word : group[i];
            least = group[i] < least ? group[i] : least;
        }
        if (what == FOLLOW) *word = least;
    }
}

static inline __attribute__((always_inline)) void
sweep(struct ort_thread *t, enum sweep what, uint32_t *stamps, uintptr_t addr, uint64_t cells) {
    uintptr_t last = addr + ((cells - 1) << ort_settings.cell_shift);
    uint32_t *word = ort_window_word(t, addr), *end = ort_window_word(t, last) + 1;
    uint32_t *group = ort_bounds_group(stamps, addr);
    switch (ort_settings.cell_shift) {
    case 0:
        groups(what, group, word, end, 8);
        break;
    case 1:
        groups(what, group, word, end, 4);
        break;
    default:
        groups(what, group, word, end, 2);
    }
}

void ort_bounds_raise(struct ort_thread *t, uint32_t *stamps, uintptr_t addr, uint64_t cells) {
    sweep(t, RAISE, stamps, addr, cells);
}

void ort_bounds_follow(struct ort_thread *t, uint32_t *stamps, uintptr_t addr, uint64_t cells) {
    sweep(t, FOLLOW, stamps, addr, cells);
}
