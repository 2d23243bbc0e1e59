/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * warning_lines.h: the warnings at the end of a report: one line for each kind, or all of them with
 * their remedies.
 *
 * Threads: reentrant
 */
#ifndef ORDO_WARNING_LINES_H
#define ORDO_WARNING_LINES_H

#include "analysis/analysis.h"
#include "base/text.h"

struct ordo_warning_lines {
    const struct ordo_profile *profile;
    const struct ordo_analysis *analysis; /* or NULL: no warnings about models */
    const uint32_t *rows;                 /* scopes whose models are judged */
    size_t n_rows;
    const bool *without; /* by scope: its sizes are not judged; NULL: all scopes' are */
    bool full;           /* all warnings, with remedies */
    size_t room;         /* columns of a line of one kind; 0: any number */
    bool color, ascii;
};

/* Appends them. */
void ordo_warning_lines_add(struct ordo_text *out, const struct ordo_warning_lines *w);

#endif
