/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * cell_set.h: a set of cells, the list A_f of aprof's simple-minded approach.
 *
 * Shapes:  a cell is its number, address / cell size; {0} is the empty set
 * Memory:  ref_memory; oref_cell_set_done frees it and leaves the empty set
 * Threads: under the engine's lock only
 */
#ifndef ORDO_CELL_SET_H
#define ORDO_CELL_SET_H

#include <stdint.h>

struct cell_set {
    uint64_t *slots; /* cell + 1; 0: free */
    uint64_t capacity, count;
};

/* Adds the cell. Returns 1 if it was not in the set, else 0. */
int oref_cell_set_add(struct cell_set *set, uint64_t cell);

/* Removes those of the cells [first, first + n) that are in the set. */
void oref_cell_set_remove_range(struct cell_set *set, uint64_t first, uint64_t n);

void oref_cell_set_done(struct cell_set *set);

#endif
