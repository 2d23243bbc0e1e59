/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * coverage_regions.h: the source regions of one function, from clang's coverage mapping (format:
 * LLVM's documentation, "LLVM Code Coverage Mapping Format", "Function record").
 *
 * Shapes:  regions in the mapping's order; files as numbered by the function: 0 is its own; a
 *          macro's use and an include have files of their own
 * Units:   lines and columns from 1; the end is after the last byte
 * Errors:  ORDO_BAD_INPUT, naming the byte, if the bytes are not such a record
 * Memory:  all in the given arena
 * Threads: pure
 */
#ifndef ORDO_COVERAGE_REGIONS_H
#define ORDO_COVERAGE_REGIONS_H

#include "base/arena.h"
#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum ordo_region_kind {
    ORDO_REGION_CODE,
    ORDO_REGION_EXPANSION, /* a macro's use, or an include */
    ORDO_REGION_OTHER,     /* skipped, or a gap: has no code */
};

/* How often a region runs: a sum of counters, or 0, encoded as in the mapping: 2 bits of tag, then
 * a number. */
#define ORDO_REGION_ZERO 0u

struct ordo_region {
    uint32_t file;
    enum ordo_region_kind kind;
    uint32_t line, column, end_line, end_column;
    uint32_t runs;     /* of an expansion: as its first region */
    uint32_t expanded; /* the file number of an expansion's text */
};

struct ordo_regions {
    uint32_t *files; /* by the function's file number: index into the module's list */
    uint32_t n_files;
    struct ordo_region *v;
    size_t n;
    uint32_t (*sums)[2]; /* by expression's number: its sides */
    uint32_t *order;     /* all sums, each after the sums it consists of */
    size_t n_sums;
};

/* Adds to by_counter[] how often each counter is in `runs`; counters from `n` on are left out. */
void ordo_regions_add(const struct ordo_regions *r, uint32_t runs, int32_t *by_counter, size_t n);

enum ordo_status ordo_regions_read(struct ordo_arena *arena, const unsigned char *bytes, size_t n,
                                   struct ordo_regions *out, struct ordo_error *error);

/* Reads the list of file names of a module: the first is the folder of the compilation; the others
 * are relative to it unless absolute. */
enum ordo_status ordo_region_files_read(struct ordo_arena *arena, const unsigned char *bytes,
                                        size_t n, char ***names, size_t *n_names,
                                        struct ordo_error *error);

#endif
