/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * cell_sketch.h: which cells executions of a scope read, in bounded memory, by coordinated
 * sampling: a cell is tracked when a hash of its address falls below a threshold, in all executions
 * or in none, so that distinct cells add up over executions whatever they have in common. A count
 * times 2^level estimates the number of all cells.
 *
 * When too many cells are tracked the level rises by one, and half of them are forgotten: what is
 * left is what would be there if the level had been higher from the start.
 *
 * Units:   hashes of cells. Addresses are never written anywhere.
 * Errors:  -1: no memory; recording has been stopped.
 * Threads: a list is its thread's; a sketch is its caller's to lock. Signal-safe: yes.
 * Source:  P. Flajolet, On adaptive sampling, Computing 43, 1990 (levels); E. Cohen and H. Kaplan,
 *          Summarizing data using bottom-k sketches, PODC 2007 (one hash for all sets)
 */
#ifndef ORT_CELL_SKETCH_H
#define ORT_CELL_SKETCH_H

#include <stddef.h>
#include <stdint.h>

#define ORT_SKETCH_CELLS 2048u /* tracked at most, of a list and of a sketch */

/* The distinct tracked cells of one execution. */
struct ort_cell_list {
    uint64_t limit; /* hashes up to it are tracked: 2^(64 - level) - 1 */
    uint32_t level, used;
    uint32_t generation, pad;
    uint64_t hashes[ORT_SKETCH_CELLS];
    uint32_t places[2 * ORT_SKETCH_CELLS]; /* by hash: generation << 12 | index */
};

/* The distinct tracked cells of all executions so far. */
struct ort_sketch_cell;
struct ort_sketch {
    struct ort_sketch_cell *cells; /* open addressing; NULL: none yet */
    uint32_t capacity, level;
    uint32_t all, once, twice; /* tracked cells: all; of one execution; of two */
    uint32_t samples;          /* executions added */
    uint32_t latest;           /* tracked cells of the latest one */
    uint32_t pad;
};

/* What one execution added. */
struct ort_sketch_counts {
    uint32_t tracked; /* its tracked cells */
    uint32_t again;   /* of these, those of the execution before */
    uint32_t before;  /* tracked cells of the execution before */
};

static inline uint64_t ort_cell_hash(uint64_t cell) {
    cell = (cell ^ (cell >> 30)) * 0xBF58476D1CE4E5B9ull;
    cell = (cell ^ (cell >> 27)) * 0x94D049BB133111EBull;
    return cell ^ (cell >> 31);
}

/* An execution begins, tracking what `sketch` tracks now. */
void ort_cell_list_begin(struct ort_cell_list *l, uint32_t level);

/* Rare half of ort_cell_list_add: the cell is tracked. */
void ort_cell_list_track(struct ort_cell_list *l, uint64_t hash);

static inline void ort_cell_list_add(struct ort_cell_list *l, uint64_t cell) {
    uint64_t hash = ort_cell_hash(cell);
    if (hash <= l->limit) ort_cell_list_track(l, hash);
}

/* Adds the execution's cells. The sketch's level becomes the higher of both. */
int ort_sketch_add(struct ort_sketch *s, const struct ort_cell_list *l,
                   struct ort_sketch_counts *counts);

/* Nothing has been added any more. */
void ort_sketch_forget(struct ort_sketch *s);

#endif
