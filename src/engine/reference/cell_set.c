/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * cell_set.c: linear probing over a power of two of slots, at most half full. Invariant: there is
 * no free slot from a cell's home slot to its own. A removal preserves this by moving later cells
 * of the run back.
 */
#include "cell_set.h"

#include "ref_memory.h"

static uint64_t home(const struct cell_set *set, uint64_t key) {
    return (key * 0x9e3779b97f4a7c15u) >> 20 & (set->capacity - 1);
}

static uint64_t find(const struct cell_set *set, uint64_t key) {
    uint64_t i = home(set, key);
    while (set->slots[i] && set->slots[i] != key) i = (i + 1) & (set->capacity - 1);
    return i;
}

static void resize(struct cell_set *set, uint64_t capacity) {
    struct cell_set old = *set;
    set->capacity = capacity;
    set->slots = oref_alloc(capacity * sizeof *set->slots);
    for (uint64_t i = 0; i < old.capacity; i++)
        if (old.slots[i]) set->slots[find(set, old.slots[i])] = old.slots[i];
    oref_free(old.slots, old.capacity * sizeof *old.slots);
}

int oref_cell_set_add(struct cell_set *set, uint64_t cell) {
    if (set->count * 2 >= set->capacity) resize(set, set->capacity ? set->capacity * 2 : 8);
    uint64_t i = find(set, cell + 1);
    if (set->slots[i]) return 0;
    set->slots[i] = cell + 1;
    set->count++;
    return 1;
}

static void remove_slot(struct cell_set *set, uint64_t hole) {
    uint64_t mask = set->capacity - 1;
    for (uint64_t i = (hole + 1) & mask; set->slots[i]; i = (i + 1) & mask) {
        uint64_t from_home = (i - home(set, set->slots[i])) & mask;
        if (from_home >= ((i - hole) & mask)) {
            set->slots[hole] = set->slots[i];
            hole = i;
        }
    }
    set->slots[hole] = 0;
    set->count--;
}

void oref_cell_set_remove_range(struct cell_set *set, uint64_t first, uint64_t n) {
    if (!set->count) return;
    if (n <= set->capacity) {
        for (uint64_t c = first; c < first + n; c++) {
            uint64_t i = find(set, c + 1);
            if (set->slots[i]) remove_slot(set, i);
        }
        return;
    }
    /* A cell that a removal moves around the end to slot i came from a slot already passed: it
     * stays. */
    for (uint64_t i = 0; i < set->capacity;) {
        uint64_t key = set->slots[i];
        if (key && key - 1 - first < n)
            remove_slot(set, i); /* another cell may now be in slot i */
        else
            i++;
    }
}

void oref_cell_set_done(struct cell_set *set) {
    oref_free(set->slots, set->capacity * sizeof *set->slots);
    *set = (struct cell_set){0};
}
