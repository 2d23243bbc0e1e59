/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * debug_lines.h: which line of the source an instruction of an object file belongs to.
 *
 * Errors:  NULL: the object cannot be read or has no debug information
 * Memory:  strings are borrowed until close
 * Threads: one at a time
 */
#ifndef ORDO_DEBUG_LINES_H
#define ORDO_DEBUG_LINES_H

#include <stdbool.h>
#include <stdint.h>

struct ordo_debug_lines;

struct ordo_line {
    const char *file; /* absolute where the debug information is */
    uint32_t line, column;
};

struct ordo_debug_lines *ordo_debug_lines_open(const char *object);
void ordo_debug_lines_close(struct ordo_debug_lines *d);

/* The line of the instruction at `address` as the object file has it; false: unknown. */
bool ordo_debug_lines_find(struct ordo_debug_lines *d, uint64_t address, struct ordo_line *found);

#endif
