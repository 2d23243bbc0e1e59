/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * lab_map.h: what the compiler pass put into a program of the laboratory: counters of coverage
 * regions, and calls (abi/lab_protocol.h, ORDO_LAB_MAP_SECTION).
 *
 * Errors:  ORDO_ENVIRONMENT if the file cannot be read; ORDO_BAD_INPUT if its map is invalid
 * Memory:  all in the given arena
 * Threads: reentrant
 */
#ifndef ORDO_LAB_MAP_H
#define ORDO_LAB_MAP_H

#include "lab/coverage_regions.h"

struct ordo_lab_function {
    uint64_t hash;               /* of its name; the same in all modules that contain it */
    struct ordo_regions regions; /* empty for a function of a system header */
    struct ordo_lab_mark {
        uint32_t region_counter; /* number in the mapping; several marks may have the same */
        uint32_t counter;        /* number in the module */
    } * marks; /* of two with the same region_counter, a loop's condition is first */
    size_t n_marks;
};

struct ordo_lab_call_site {
    const char *file; /* absolute */
    uint32_t line, column;
};

struct ordo_lab_module_map {
    uint64_t id;
    char **files; /* of the regions */
    size_t n_files;
    uint32_t n_counters;
    struct ordo_lab_function *functions;
    size_t n_functions;
    struct ordo_lab_call_site *calls;
    size_t n_calls;
};

struct ordo_lab_map {
    struct ordo_lab_module_map *modules;
    size_t n_modules;
};

/* Reads the map of an executable; no modules if nothing in it has counters. */
enum ordo_status ordo_lab_map_read(struct ordo_arena *arena, const char *executable,
                                   struct ordo_lab_map *out, struct ordo_error *error);

/* Decodes the words of the section. */
enum ordo_status ordo_lab_map_decode(struct ordo_arena *arena, const uint64_t *words, size_t n,
                                     struct ordo_lab_map *out, struct ordo_error *error);

#endif
