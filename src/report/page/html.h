/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * html.h: the report as one self-contained HTML file: the page of web/ and the data of one profile,
 * or of two to compare. docs/html-data.md describes the parts that hold the data.
 *
 * Shapes:  analyses of profiles loaded whole (ORDO_LOAD_ALL); n >= 1
 * Errors:  ORDO_BAD_INPUT for a summary; ORDO_ENVIRONMENT if this build has no page or writing
 *          fails. `out` then holds a part of the file
 * Threads: reentrant, except for `out`
 */
#ifndef ORDO_HTML_H
#define ORDO_HTML_H

#include "base/status.h"
#include "analysis/analysis.h"
#include "structure/algorithms.h"
#include <stdio.h>

struct ordo_html_profile {
    const struct ordo_analysis *analysis;
    const char *name;                         /* for people: the file's name */
    const struct ordo_repetition_tree *tree;  /* NULL: the profile has no repetition tree */
    const struct ordo_algorithms *algorithms; /* NULL: the profile has no invocations */
};

enum ordo_status ordo_html_write(FILE *out, const struct ordo_html_profile *profiles, unsigned n,
                                 bool with_sources, struct ordo_error *error);

#endif
