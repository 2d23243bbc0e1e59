/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * constructs.h: the statements and expressions of a source that are counted, from its syntax tree.
 *
 * What is counted: enum ordo_lab_kind. Of a macro its use, once: what stands in its definition is
 * not counted apart, but for the condition of a loop that begins in a macro, and functions that a
 * macro defines are not counted. Nothing in operands that are not evaluated (sizeof, decltype,
 * _Generic's choices).
 *
 * Shapes:  sorted by file, line, column, outer before inner; two never have the same extent
 * Errors:  ORDO_BAD_INPUT when a source cannot be parsed; ORDO_ENVIRONMENT without libclang
 * Memory:  strings and control in the arena given, arrays until ordo_constructs_done
 * Threads: one call at a time
 */
#ifndef ORDO_CONSTRUCTS_H
#define ORDO_CONSTRUCTS_H

#include "base/status.h"
#include "lab/control.h"
#include "lab/lab.h"

struct ordo_construct {
    struct ordo_lab_statement written;
    bool in_macro;           /* wholly */
    struct ordo_position at; /* where its region of the coverage mapping is looked up */
};

/* A function's body, a lambda's too; constructs by their number. */
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
};

/* Adds what the source holds, and the headers it includes that are no system headers, each place
 * once. arguments: clang's for the source, n of them. */
enum ordo_status ordo_constructs_add(struct ordo_constructs *c, const char *source,
                                     const char *const *arguments, size_t n,
                                     struct ordo_error *error);

/* To be called once, after the last addition. */
enum ordo_status ordo_constructs_sort(struct ordo_constructs *c, struct ordo_error *error);

/* The innermost function that holds the place; NULL if none. */
const struct ordo_control *ordo_constructs_function(const struct ordo_constructs *c, uint32_t file,
                                                    struct ordo_position place);

/* Frees the arrays; what is in the arena stays. */
void ordo_constructs_done(struct ordo_constructs *c);

#endif
