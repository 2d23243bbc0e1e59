/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * scope_view.h: one scope in full: what was measured, its models for every size, its warnings with
 * remedies, and a plot.
 *
 * Errors:  ORDO_ENVIRONMENT if writing to `out` fails
 * Threads: reentrant, except for `out`
 */
#ifndef ORDO_SCOPE_VIEW_H
#define ORDO_SCOPE_VIEW_H

#include "analysis/analysis.h"
#include "base/status.h"
#include "model/fit/bound.h"

#include <stdio.h>

struct ordo_scope_view_options {
    unsigned width; /* of the terminal; 0: 80 */
    bool ascii;
    bool library_rows;  /* own cost is that of the scope alone; else see library_fold.h */
    const char *metric; /* size shown in the plot; NULL: the best */
    bool has_bound;
    enum ordo_growth bound; /* checked against the worst case */
};

/* Writes the scope. *verdict: whether the bound holds; untouched if there is no bound. */
enum ordo_status ordo_scope_view_write(FILE *out, const struct ordo_analysis *a, uint32_t scope,
                                       const struct ordo_scope_view_options *options,
                                       struct ordo_bound *verdict, struct ordo_error *error);

#endif
