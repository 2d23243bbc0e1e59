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

enum ordo_status ordo_tree_table_write(FILE *out, const struct ordo_profile *p,
                                       const struct ordo_repetition_tree *t, double min_share,
                                       struct ordo_error *error);

#endif
