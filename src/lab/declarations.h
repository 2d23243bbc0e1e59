/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * declarations.h: what the syntax tree knows of ORDO_EXPERIMENT and the compiler does not check:
 * the type of the function's size, and a check that returns nothing.
 *
 * Memory:  strings are in the given arena
 * Threads: as libclang's
 */
#ifndef ORDO_DECLARATIONS_H
#define ORDO_DECLARATIONS_H

#include "base/arena.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct ordo_syntax;

/* An experiment at lines `line` to `end_line` of a file. */
struct ordo_lab_declaration_facts {
    const char *file; /* as clang names it */
    uint32_t line, end_line;
    const char *size_type;  /* of the function's second parameter */
    uint64_t greatest_size; /* that this type can hold */
    bool real_size;         /* the type is no integer type, but float or the like */
    const char *void_check; /* the check, if it returns nothing; or NULL */
};

/* Appends the facts of the unit's experiments to the vector *list. */
void ordo_declarations_find(struct ordo_syntax *s, struct ordo_arena *arena,
                            struct ordo_lab_declaration_facts **list, size_t *n, size_t *capacity);

/* Returns the line of the first ORDO_EXPERIMENT(...) in the text without a semicolon behind it; 0:
 * each has one. Sets *open if its parenthesis is never closed; the line is then that of its
 * beginning. */
uint32_t ordo_declarations_unended(const char *text, bool *open);

#endif
