/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * debug_info.h: which line of the source an instruction of an object file belongs to, and which
 * routines the compiler has inlined into another.
 *
 * Errors:  NULL: the object cannot be read or has no debug information
 * Memory:  strings are borrowed until close
 * Threads: one at a time
 */
#ifndef ORDO_DEBUG_INFO_H
#define ORDO_DEBUG_INFO_H

#include <stdbool.h>
#include <stdint.h>

struct ordo_debug_info;

struct ordo_line {
    const char *file; /* absolute where the debug information is */
    uint32_t line, column;
};

struct ordo_debug_info *ordo_debug_info_open(const char *object);
void ordo_debug_info_close(struct ordo_debug_info *d);

/* The line of the instruction at `address` as the object file has it; false: unknown. */
bool ordo_debug_info_line(struct ordo_debug_info *d, uint64_t address, struct ordo_line *found);

struct ordo_inlined_routine {
    const char *name, *file; /* file: "" where it is not known */
    uint32_t line;           /* where it is declared; 0: unknown */
};

/* Calls `each` for every routine that was inlined into the one whose entry is at `die` of the debug
 * information, directly or through another, once for each place; false ends it. */
void ordo_debug_info_inlined(struct ordo_debug_info *d, uint64_t die,
                             bool (*each)(void *argument, const struct ordo_inlined_routine *),
                             void *argument);

#endif
