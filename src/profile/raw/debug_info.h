/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * debug_info.h: the source line of an instruction of an object file, and the routines that the
 * compiler inlined into another one.
 *
 * Errors:  open returns NULL if the object cannot be read or has no debug information
 * Memory:  strings are borrowed until close
 * Threads: one thread at a time
 */
#ifndef ORDO_DEBUG_INFO_H
#define ORDO_DEBUG_INFO_H

#include <stdbool.h>
#include <stdint.h>

struct ordo_debug_info;

struct ordo_source_line {
    const char *file; /* absolute if it is so in the debug information */
    uint32_t line, column;
};

struct ordo_debug_info *ordo_debug_info_open(const char *object);
void ordo_debug_info_close(struct ordo_debug_info *d);

/* Finds the line of the instruction at `address`, an address as in the object file. Returns false
 * if unknown. */
bool ordo_debug_info_line(struct ordo_debug_info *d, uint64_t address,
                          struct ordo_source_line *found);

struct ordo_inlined_routine {
    const char *name, *file; /* file: "" if unknown */
    uint32_t line;           /* of its declaration; 0: unknown */
};

/* Calls `each` for every routine that was inlined, directly or through another one, into the
 * routine whose entry is at offset `die` of the debug information: once for each place. Stops when
 * `each` returns false. */
void ordo_debug_info_inlined(struct ordo_debug_info *d, uint64_t die,
                             bool (*each)(void *argument, const struct ordo_inlined_routine *),
                             void *argument);

#endif
