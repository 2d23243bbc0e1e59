/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * annotate.h: a source file for the terminal. Beside each line: cost, class of growth and share of
 * the scopes that begin on it.
 *
 * Shapes:  a completely loaded profile and its analysis
 * Errors:  ORDO_BAD_INPUT: no such file in the profile, or several; ORDO_ENVIRONMENT if writing
 *          fails
 * Memory:  borrowed names belong to the profile
 * Threads: reentrant, except for `out`
 */
#ifndef ORDO_ANNOTATE_H
#define ORDO_ANNOTATE_H

#include "analysis/analysis.h"
#include "base/status.h"
#include "report/words/source_text.h"
#include <stdio.h>

#define ORDO_ANNOTATE_WHOLE UINT32_MAX

struct ordo_annotate_options {
    uint32_t context; /* lines around those that scopes begin on; ORDO_ANNOTATE_WHOLE: all lines */
    uint32_t width;   /* of the terminal in columns; 0: not a terminal, nothing is cut */
    bool color, ascii;
};

/* Finds the profile's file of that name: the same path, or the only one that ends in it. */
enum ordo_status ordo_annotate_find(const struct ordo_profile *p, const char *name,
                                    const char **file, struct ordo_error *error);

/* Writes the file. If the source has no text: the lines that scopes begin on, and the reason. */
enum ordo_status ordo_annotate_write(FILE *out, const struct ordo_analysis *a, const char *file,
                                     const struct ordo_source_text *source,
                                     const struct ordo_annotate_options *options,
                                     struct ordo_error *error);

/* Lists the profile's files, those with the most own cost first. */
enum ordo_status ordo_annotate_list(FILE *out, const struct ordo_profile *p,
                                    struct ordo_error *error);

#endif
