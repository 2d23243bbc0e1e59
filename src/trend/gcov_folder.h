/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * gcov_folder.h: reads a folder of .gcda files that one run of a program instrumented by gcc left:
 * how often each basic block was executed.
 *
 * A location is a block with source lines. Its place is the first of them, and its ordinal is the
 * block's number. Copies of one function in several translation units are one location. The notes
 * of F.gcda are searched for as follows: F.gcno beside it; the same path or name in `notes`; the
 * path where the program was built, if the folder mirrors absolute paths as GCOV_PREFIX makes it.
 *
 * Errors:  those of reading, each about one file; ORDO_BAD_INPUT: no .gcda file, or no notes for
 *          one
 * Memory:  everything except the structure itself belongs to the arena
 * Threads: reentrant
 */
#ifndef ORDO_GCOV_FOLDER_H
#define ORDO_GCOV_FOLDER_H

#include "base/arena.h"
#include "base/status.h"
#include "trend/trend.h"

struct ordo_gcov_line_count {
    const char *file;
    uint32_t line;
    uint64_t count; /* the greatest count of its blocks */
};

struct ordo_gcov_counts {
    struct ordo_location *locations;
    uint64_t *counts;
    size_t n_locations;
    struct ordo_gcov_line_count *lines; /* sorted by file, line */
    size_t n_lines;
    const char **roots;
    size_t n_roots;
};

/* Reads the folder. `notes`: another folder, or NULL. */
enum ordo_status ordo_gcov_folder_read(const char *folder, const char *notes,
                                       struct ordo_arena *arena, struct ordo_gcov_counts *out,
                                       struct ordo_error *error);

#endif
