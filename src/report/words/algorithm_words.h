/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * algorithm_words.h: phrases for algorithms, their inputs, sizes and costs.
 *
 * Names from the program (types, variables, files) are written without control characters.
 *
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
    bool ascii; /* write n^2, not n with a superscript 2 */
};

/* Appends what the algorithm does: "modifies a linked structure of Node", "uses no data structure";
 * "inputs not recorded" if none of its invocations was kept. */
void ordo_algorithm_kind_add(struct ordo_text *t, const struct ordo_algorithm_words *w);

/* Appends "a linked structure of Node", "an array of int", "words.txt". `input` is an index into
 * the algorithm's inputs. */
void ordo_algorithm_input_add(struct ordo_text *t, const struct ordo_algorithm_words *w,
                              uint32_t input);

/* Appends "Node objects", "elements used", "lines"; if the algorithm has several inputs, "elements
 * used of an array of int", "lines of words.txt". */
void ordo_algorithm_size_add(struct ordo_text *t, const struct ordo_algorithm_words *w,
                             const struct ordo_size_key *key);

/* Appends "steps", "reads", "reads of a linked structure of Node". */
void ordo_algorithm_cost_add(struct ordo_text *t, const struct ordo_algorithm_words *w,
                             const struct ordo_cost_key *key);

/* Appends the model's leading term, scaled to its value at the largest size: "0.25 n^2"; "?" if
 * there is no model. */
void ordo_algorithm_growth_add(struct ordo_text *t, const struct ordo_cost_function *f, bool ascii);

/* Appends what the algorithm does and how its steps grow: "...; steps = 0.25 n^2, n = Node objects
 * (10 invocations, n 0..999)". */
void ordo_algorithm_line_add(struct ordo_text *t, const struct ordo_algorithm_words *w);

/* Returns "elements", "used", "references", "capacity"; "steps", "reads", "writes", "creations". */
const char *ordo_size_metric_name(enum ordo_size_metric metric);
const char *ordo_cost_metric_name(enum ordo_cost_metric metric);

#endif
