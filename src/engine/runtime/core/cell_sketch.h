/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * cell_sketch.h: which cells the executions of a scope read, in bounded memory, by coordinated
 * sampling. A cell is tracked if a hash of its address is at most a threshold. The threshold is the
 * same for all executions: a cell is tracked in all of them or in none, so distinct cells can be
 * counted over executions that overlap. A count of tracked cells times 2^level estimates the number
 * of all cells.
 *
 * When too many cells are tracked, the level rises by one and about half of them are dropped. What
 * remains is what would be tracked if the level had been higher from the start.
 *
 * Units:   hashes of cells. Addresses are never written anywhere.
 * Errors:  -1: no memory; recording has been stopped.
 * Threads: a list belongs to its thread; the caller locks a sketch. Signal-safe: yes.
 * Source:  P. Flajolet, On adaptive sampling, Computing 43, 1990 (levels); E. Cohen and H. Kaplan,
 *          Summarizing data using bottom-k sketches, PODC 2007 (one hash for all sets)
 */
#ifndef ORT_CELL_SKETCH_H
#define ORT_CELL_SKETCH_H

#include <stddef.h>
#include <stdint.h>

#define ORT_SKETCH_CELLS 2048u /* the most tracked cells of a list, and of a sketch */

/* The distinct tracked cells of one execution. */
struct ort_cell_list {
    uint64_t limit; /* cells are tracked up to this hash: 2^(64 - level) - 1 */
    uint32_t level, used;
    uint32_t generation, pad;
    uint64_t hashes[ORT_SKETCH_CELLS];
    uint32_t places[2 * ORT_SKETCH_CELLS]; /* by hash: generation << 12 | index in `hashes` */
};

/* The distinct tracked cells of all executions so far. */
struct ort_sketch_cell;
struct ort_sketch {
    struct ort_sketch_cell *cells; /* open addressing; NULL: none yet */
    uint32_t capacity, level;
    uint32_t all, once, twice; /* tracked cells of any execution; of exactly one; of exactly two */
    uint32_t samples;          /* executions added */
    uint32_t latest;           /* tracked cells of the latest execution */
    uint32_t pad;
};

/* What one execution added. */
struct ort_sketch_counts {
    uint32_t tracked; /* tracked cells of the execution */
    uint32_t again;   /* of these, those that the previous execution had too */
    uint32_t before;  /* tracked cells of the previous execution */
};

static inline uint64_t ort_cell_hash(uint64_t cell) {
    cell = (cell ^ (cell >> 30)) * 0xBF58476D1CE4E5B9ull;
    cell = (cell ^ (cell >> 27)) * 0x94D049BB133111EBull;
    return cell ^ (cell >> 31);
}

/* Empties the list for a new execution, which tracks cells at `level` (the sketch's). */
void ort_cell_list_begin(struct ort_cell_list *l, uint32_t level);

/* Adds a tracked cell: the rare half of ort_cell_list_add. */
void ort_cell_list_track(struct ort_cell_list *l, uint64_t hash);

static inline void ort_cell_list_add(struct ort_cell_list *l, uint64_t cell) {
    uint64_t hash = ort_cell_hash(cell);
    if (hash <= l->limit) ort_cell_list_track(l, hash);
}

/* Adds an execution's cells to the sketch and sets *counts. The sketch's level becomes the higher
 * one of the two. Returns 0 or -1. */
int ort_sketch_add(struct ort_sketch *s, const struct ort_cell_list *l,
                   struct ort_sketch_counts *counts);

/* Empties the sketch and frees its memory. */
void ort_sketch_forget(struct ort_sketch *s);

#endif
