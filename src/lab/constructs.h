/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * constructs.h: finds the statements and expressions of a source that are counted, in its syntax
 * tree.
 *
 * enum ordo_lab_kind lists what is counted. A macro's use is counted once; what its definition
 * contains is not counted separately, except the condition of a loop that begins in a macro.
 * Functions that a macro defines are not counted, nor is anything in operands that are not
 * evaluated (sizeof, decltype, _Generic's choices).
 *
 * Shapes:  sorted by file, line, column, outer before inner; no two have the same extent
 * Errors:  ORDO_BAD_INPUT if a source cannot be parsed; ORDO_ENVIRONMENT without libclang
 * Memory:  strings and control are in the given arena, arrays are freed by ordo_constructs_done
 * Threads: one call at a time
 */
#ifndef ORDO_CONSTRUCTS_H
#define ORDO_CONSTRUCTS_H

#include "base/status.h"
#include "lab/control.h"
#include "lab/declarations.h"
#include "lab/lab.h"

struct ordo_construct {
    struct ordo_lab_statement written;
    bool in_macro;           /* completely */
    struct ordo_position at; /* where to look up its region of the coverage mapping */
};

/* The body of a function or lambda; constructs are referred to by number. */
struct ordo_function_control {
    uint32_t file;
    struct ordo_control *body;
};

struct ordo_constructs {
    struct ordo_arena *arena;
    const char **files; /* as clang names them */
    size_t n_files, files_capacity;
    struct ordo_construct *v;
    size_t n, capacity;
    struct ordo_function_control *functions;
    size_t n_functions, functions_capacity;
    struct ordo_lab_declaration_facts *declarations;
    size_t n_declarations, declarations_capacity;
};

/* Adds the constructs of the source and of the headers it includes, except system headers; each
 * place once. arguments: clang's for the source, n of them. */
enum ordo_status ordo_constructs_add(struct ordo_constructs *c, const char *source,
                                     const char *const *arguments, size_t n,
                                     struct ordo_error *error);

/* Call it once, after the last addition. */
void ordo_constructs_sort(struct ordo_constructs *c);

/* Returns the innermost function that contains the place, or NULL. */
const struct ordo_control *ordo_constructs_function(const struct ordo_constructs *c, uint32_t file,
                                                    struct ordo_position place);

/* Frees the arrays; what is in the arena stays valid. */
void ordo_constructs_done(struct ordo_constructs *c);

#endif
