/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * lab_map.h: what the compiler pass left in a program of the laboratory: counters of coverage
 * regions, and calls (abi/lab_protocol.h, ORDO_LAB_MAP_SECTION).
 *
 * Errors:  ORDO_ENVIRONMENT when the file cannot be read; ORDO_BAD_INPUT when its map is not one
 * Memory:  all in the arena given
 * Threads: reentrant
 */
#ifndef ORDO_LAB_MAP_H
#define ORDO_LAB_MAP_H

#include "lab/coverage_regions.h"

struct ordo_lab_function {
    uint64_t hash;               /* of its name; the same in all modules that hold it */
    struct ordo_regions regions; /* none: of a system header */
    struct ordo_lab_mark {
        uint32_t region_counter; /* the mapping's; one may have several marks */
        uint32_t counter;        /* the module's */
    } * marks;                   /* of two with one region_counter, a loop's condition is first */
    size_t n_marks;
};

struct ordo_lab_call {
    const char *file; /* absolute */
    uint32_t line, column;
};

struct ordo_lab_module_map {
    uint64_t id;
    char **files; /* regions' */
    size_t n_files;
    uint32_t n_counters;
    struct ordo_lab_function *functions;
    size_t n_functions;
    struct ordo_lab_call *calls;
    size_t n_calls;
};

struct ordo_lab_map {
    struct ordo_lab_module_map *modules;
    size_t n_modules;
};

/* Of an executable; no modules when nothing in it has counters. */
enum ordo_status ordo_lab_map_read(struct ordo_arena *arena, const char *executable,
                                   struct ordo_lab_map *out, struct ordo_error *error);

/* Of the section's words. */
enum ordo_status ordo_lab_map_decode(struct ordo_arena *arena, const uint64_t *words, size_t n,
                                     struct ordo_lab_map *out, struct ordo_error *error);

#endif
