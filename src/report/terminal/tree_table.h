/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * tree_table.h: the repetition tree for a terminal: one line per node that repetition_filter.h
 * shows.
 *
 * Errors:  ORDO_ENVIRONMENT if writing to `out` fails
 * Threads: reentrant, except for `out`
 */
#ifndef ORDO_TREE_TABLE_H
#define ORDO_TREE_TABLE_H

#include "base/status.h"
#include "report/choice/repetition_filter.h"

#include <stdio.h>

/* width: of the terminal; 0: lines may have any width. ascii: the ellipsis of a name that is cut is
 * "...". */
enum ordo_status ordo_tree_table_write(FILE *out, const struct ordo_profile *p,
                                       const struct ordo_repetition_tree *t, double min_share,
                                       unsigned width, bool ascii, struct ordo_error *error);

#endif
