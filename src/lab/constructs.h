/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * constructs.h: the statements and expressions of a source that are counted, from its syntax tree.
 *
 * What is counted: enum ordo_lab_kind. Of a macro its use, once: what stands in its definition is
 * not counted apart, but for the condition of a loop that begins in a macro. Nothing in operands
 * that are not evaluated (sizeof, decltype, _Generic's choices).
 *
 * Shapes:  sorted by file, line, column, outer before inner; two never have the same extent
 * Errors:  ORDO_BAD_INPUT when a source cannot be parsed; ORDO_ENVIRONMENT without libclang
 * Memory:  all in the arena given
 * Threads: one call at a time
 */
#ifndef ORDO_CONSTRUCTS_H
#define ORDO_CONSTRUCTS_H

#include "base/status.h"
#include "lab/lab.h"

struct ordo_constructs {
    struct ordo_arena *arena;
    const char **files; /* as clang names them */
    size_t n_files, files_capacity;
    struct ordo_construct {
        struct ordo_lab_statement written;
        bool in_macro;         /* wholly */
        uint32_t line, column; /* where its region of the coverage mapping is looked up */
        /* Of a loop's condition that is `a && b` or `a || b`: b, to which clang gives the
         * condition's own counter number; else 0s. */
        struct ordo_lab_statement shares;
    } * v;
    size_t n, capacity;
};

/* Adds what the source holds, and the headers it includes that are no system headers, each place
 * once. arguments: clang's for the source, n of them. */
enum ordo_status ordo_constructs_add(struct ordo_constructs *c, const char *source,
                                     const char *const *arguments, size_t n,
                                     struct ordo_error *error);

/* To be called once, after the last addition. */
void ordo_constructs_sort(struct ordo_constructs *c);

#endif
