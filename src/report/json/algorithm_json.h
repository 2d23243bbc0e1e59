/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * algorithm_json.h: the algorithms of a repetition tree as JSON: the fields of
 * docs/tree.schema.json.
 *
 * Errors:  those of ordo_json_out
 * Threads: reentrant, except for the stream
 */
#ifndef ORDO_ALGORITHM_JSON_H
#define ORDO_ALGORITHM_JSON_H

#include "report/json/json_out.h"
#include "structure/algorithms.h"

/* Writes the fields `identity` and `algorithms` of the open object. */
void ordo_algorithms_json_write(struct ordo_json_out *j, const struct ordo_profile *p,
                                const struct ordo_repetition_tree *t,
                                const struct ordo_algorithms *a);

/* Writes the fields `algorithm` and `bond` of the node that is the open object. */
void ordo_algorithm_json_node(struct ordo_json_out *j, const struct ordo_algorithms *a,
                              uint32_t node);

#endif
