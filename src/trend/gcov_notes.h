/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * gcov_notes.h: reads gcc's notes (.gcno) of a translation unit: its functions, their flow graphs,
 * and the source lines of each basic block.
 *
 * Block 0 is a function's entry and block 1 its exit. Every arc that is not on a spanning tree has
 * a counter, in the order of the arcs; everything else follows from the conservation of flow
 * (gcov_data.h). A call that does not return is an arc to the exit.
 *
 * Shapes:  arcs and lines of a function in the order of the file
 * Errors:  as gcov_bytes.h
 * Memory:  everything belongs to the arena
 * Threads: reentrant
 * Source:  the format as gcc 12 writes it and gcov-dump -l prints it
 */
#ifndef ORDO_GCOV_NOTES_H
#define ORDO_GCOV_NOTES_H

#include "trend/gcov_bytes.h"

struct ordo_gcov_arc {
    uint32_t from, to;
    bool on_tree;
};

struct ordo_gcov_line {
    uint32_t block;
    const char *file;
    uint32_t line;
};

struct ordo_gcov_function {
    const char *name; /* the linker's name */
    const char *file;
    uint32_t ident, line_checksum, flow_checksum, line;
    uint32_t n_blocks; /* at least 2 */
    struct ordo_gcov_arc *arcs;
    size_t n_arcs;
    struct ordo_gcov_line *lines;
    size_t n_lines;
    uint64_t *counts; /* [n_blocks], set by gcov_data.h; NULL: never executed */
};

struct ordo_gcov_notes {
    const char *path;
    const char *folder; /* where the compiler ran, which file names are relative to */
    uint32_t stamp;
    struct ordo_gcov_function *functions; /* sorted by ident */
    size_t n_functions;
};

/* Reads the notes. `b` was opened with ORDO_GCOV_NOTES. */
enum ordo_status ordo_gcov_notes_read(struct ordo_gcov_bytes *b, struct ordo_arena *arena,
                                      struct ordo_gcov_notes *out);

/* Returns the function, or NULL. */
struct ordo_gcov_function *ordo_gcov_notes_find(const struct ordo_gcov_notes *notes,
                                                uint32_t ident);

#endif
