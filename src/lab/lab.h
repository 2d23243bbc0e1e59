/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * lab.h: the laboratory's data: experiments on functions, and how often each statement ran at each
 * size of the input. After T. Krajangthong, S. Prasitjutrakul, "JPROFILE102: A System for
 * Experimental Analysis of Algorithms", III.
 *
 * Units:   counts are executions of counted constructs (enum ordo_lab_kind)
 * Memory:  all parts of a struct ordo_lab belong to its arena
 */
#ifndef ORDO_LAB_H
#define ORDO_LAB_H

#include "base/arena.h"
#include "model/fit/model.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A construct of the source that is counted separately. */
enum ordo_lab_kind {
    ORDO_LAB_STATEMENT,   /* an expression statement, return, break, continue, goto */
    ORDO_LAB_DECLARATION, /* of local variables */
    ORDO_LAB_CONDITION,   /* of if, switch, while, do, for: each test counts */
    ORDO_LAB_INIT,        /* the first part of a for; the range of a C++ range-for */
    ORDO_LAB_STEP,        /* the third part of a for */
    ORDO_LAB_OPERAND,     /* either side of && and || */
    ORDO_LAB_ARM,         /* either side of ?: after its condition */
    ORDO_LAB_INITIALIZER, /* of a member or base, in a C++ constructor */
    ORDO_LAB_KINDS
};

/* Returns "statement", "declaration", "condition", ... */
const char *ordo_lab_kind_name(enum ordo_lab_kind kind);

/* A place as written; in a macro, that of the macro's use. Columns count bytes, from 1; the end is
 * after the last byte. */
struct ordo_lab_statement {
    uint32_t file; /* in ordo_lab.files */
    uint32_t line, column, end_line, end_column;
    enum ordo_lab_kind kind;
    const char *function; /* that contains it, as written */
};

/* The counts of one statement, or of the whole function, over the repetitions at one size. */
struct ordo_lab_point {
    uint64_t n, count; /* the size; repetitions */
    uint64_t min, max, sum;
    double sumsq;
};

/* Adds one repetition at size n. */
void ordo_lab_point_add(struct ordo_lab_point *p, uint64_t n, uint64_t count);

struct ordo_lab_series {
    struct ordo_lab_point *points; /* one point per size of the experiment, in its order */
    struct ordo_model model;       /* of the mean count */
};

/* A line that several statements begin on. */
struct ordo_lab_line {
    size_t first, n; /* in ordo_lab.statements */
};

/* How an experiment ended. */
enum ordo_lab_end {
    ORDO_LAB_OK,
    ORDO_LAB_CRASHED, /* a signal, or the function ended the program */
    ORDO_LAB_TIMEOUT,
    ORDO_LAB_MEMORY, /* it exceeded the limit, or an input could not be generated */
    ORDO_LAB_WRONG,  /* the check failed */
    ORDO_LAB_ENDS
};

/* Returns "ok", "crashed", "timeout", "memory" or "wrong". */
const char *ordo_lab_end_name(enum ordo_lab_end end);

/* One function with one kind of input. */
struct ordo_lab_experiment {
    const char *id;       /* "FUNCTION/INPUT", "#2" and so on appended for further ones */
    const char *function; /* as declared */
    const char *input;    /* the generator's name as declared; "" for main */
    uint32_t file, line;  /* of the declaration; file UINT32_MAX: main, which has no declaration */
    uint64_t seed;
    uint64_t repeat; /* asked for at each size */
    enum ordo_lab_end end;
    const char *why; /* one line for people; NULL if ok */
    uint64_t *sizes; /* ascending; those that were run */
    size_t n_sizes;
    struct ordo_lab_series *own;       /* by statement: its executions */
    struct ordo_lab_series *inclusive; /* by statement: plus all counted constructs executed in the
                                          calls it made; in a recursion, of the outermost call */
    struct ordo_lab_series *own_lines; /* by line: the sum of its statements' */
    struct ordo_lab_series *inclusive_lines; /* by line, in the same way */
    struct ordo_lab_series total; /* all counted constructs executed in one call of the function */
};

struct ordo_lab {
    struct ordo_arena *arena;
    const char **files;   /* as given to the compiler, or as included */
    const char **sources; /* by file: the text, or NULL if it could not be read */
    size_t n_files;
    struct ordo_lab_statement *statements; /* sorted by file, line, column; outer before inner */
    size_t n_statements;
    struct ordo_lab_line *lines; /* in the order of the statements */
    size_t n_lines;
    struct ordo_lab_experiment *experiments; /* in the order of declaration */
    size_t n_experiments;
};

#endif
