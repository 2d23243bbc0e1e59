/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * tree_json.h: the repetition tree as JSON (docs/tree.schema.json).
 *
 * Errors:  ORDO_ENVIRONMENT if writing to `out` fails
 * Threads: reentrant, except for `out`
 */
#ifndef ORDO_TREE_JSON_H
#define ORDO_TREE_JSON_H

#include "base/status.h"
#include "structure/algorithms.h"

#include <stdio.h>

#define ORDO_TREE_JSON_SCHEMA 2

/* Writes the tree. a: NULL if no invocations were recorded. */
enum ordo_status ordo_tree_json_write(FILE *out, const struct ordo_profile *p,
                                      const struct ordo_repetition_tree *t,
                                      const struct ordo_algorithms *a, struct ordo_error *error);

#endif
