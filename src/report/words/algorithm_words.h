/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * algorithm_words.h: how algorithms, their inputs, sizes and costs are called.
 *
 * Names of the program (types, variables, files) are written without control characters.
 *
 * Errors:  as ordo_text's
 * Threads: reentrant
 */
#ifndef ORDO_ALGORITHM_WORDS_H
#define ORDO_ALGORITHM_WORDS_H

#include "base/text.h"
#include "structure/algorithms.h"

struct ordo_algorithm_words {
    const struct ordo_profile *profile;
    const struct ordo_repetition_tree *tree;
    const struct ordo_algorithms *algorithms;
    const struct ordo_algorithm *algorithm;
    bool ascii; /* n^2, not with a raised 2 */
};

/* "modification of a Node-based recursive structure", "data-structure-less"; of one without
 * kept invocations, "inputs not recorded". */
void ordo_algorithm_kind_add(struct ordo_text *t, const struct ordo_algorithm_words *w);

/* "a Node-based recursive structure", "an array of int", "words.txt". `input`: of the algorithm's
 */
void ordo_algorithm_input_add(struct ordo_text *t, const struct ordo_algorithm_words *w,
                              uint32_t input);

/* "Node objects", "elements used", "lines"; where the algorithm has several inputs, "elements used
 * of an array of int", "lines of words.txt". */
void ordo_algorithm_size_add(struct ordo_text *t, const struct ordo_algorithm_words *w,
                             const struct ordo_size_key *key);

/* "steps", "reads", "reads of a Node-based recursive structure". */
void ordo_algorithm_cost_add(struct ordo_text *t, const struct ordo_algorithm_words *w,
                             const struct ordo_cost_key *key);

/* "0.25 n^2": the model's class, with its value at the largest size; "?" when it cannot be told. */
void ordo_algorithm_growth_add(struct ordo_text *t, const struct ordo_cost_function *f, bool ascii);

/* The kind, and how the steps grow: "...; steps = 0.25 n^2, n = Node objects (10 invocations, n
 * 0..999)". */
void ordo_algorithm_line_add(struct ordo_text *t, const struct ordo_algorithm_words *w);

/* "elements", "used", "references", "capacity"; "steps", "reads", "writes", "creations". */
const char *ordo_size_metric_name(enum ordo_size_metric metric);
const char *ordo_cost_metric_name(enum ordo_cost_metric metric);

#endif
