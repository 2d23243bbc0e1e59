/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * scope_view.h: one scope in full: what was measured, its models for every size, its warnings with
 * remedies, and a plot. If no scope has the name: the reason and the nearest names.
 *
 * Errors:  ORDO_ENVIRONMENT if writing to `out` fails; ORDO_BAD_INPUT if there is
 *          no such scope: the message says why
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

/* Fills *error with why nothing can be shown for that name (folded, never called, a library's, not
 * instrumented). scope: the scope it names, or ORDO_SCOPE_NONE_INDEX; nearest: a name to suggest,
 * or NULL. */
enum ordo_status ordo_scope_view_absent(const struct ordo_profile *p, uint32_t scope,
                                        const char *name, const char *nearest,
                                        struct ordo_error *error);

#endif
