/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * table.h: the terminal report: a line about the run, the findings, a table of scopes, then the
 * warnings.
 *
 * Shapes:  a profile; without an analysis a summary is enough. The table's lines have at most 100
 *          columns, and at most `width`: columns are left out and cut
 * Errors:  ORDO_ENVIRONMENT if writing to `out` fails (EPIPE included)
 * Threads: reentrant, except for `out`
 */
#ifndef ORDO_TABLE_H
#define ORDO_TABLE_H

#include "base/status.h"
#include "report/choice/scope_filter.h"
#include <stdio.h>

enum ordo_table_sort {
    ORDO_SORT_COST, /* total cost, then own cost */
    ORDO_SORT_SELF,
    ORDO_SORT_CALLS,
    ORDO_SORT_NAME,
    ORDO_SORT_PREDICTED, /* share of the predicted run; needs an analysis */
    ORDO_SORT_ORDER,     /* class of growth, then that share; needs an analysis */
};

struct ordo_table_options {
    enum ordo_table_sort sort;
    uint32_t limit;     /* rows at most; 0: all */
    uint32_t width;     /* of the terminal in columns; 0: not a terminal */
    bool wide;          /* lines are as wide as their contents */
    bool library_rows;  /* code of libraries has rows; else see library_fold.h */
    bool warnings;      /* all warnings with remedies; else one line for each kind */
    bool color;         /* ANSI escapes */
    bool ascii;         /* no character outside of ASCII */
    const char *metric; /* size metric shown; NULL: the best; if there is no analysis, rms */
    struct ordo_scope_filter filter;
    const struct ordo_analysis *analysis; /* NULL: no columns of growth, no findings */
};

enum ordo_status ordo_table_write(FILE *out, const struct ordo_profile *p,
                                  const struct ordo_table_options *options,
                                  struct ordo_error *error);

#endif
