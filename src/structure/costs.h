/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * costs.h: what the nodes of an algorithm did together in one invocation of its root.
 *
 * Steps, reads, writes and creations are sums over the nodes and all their activations within the
 * invocation; a size is the greatest that any of them measured. Sizes of inputs that are one class
 * are added up. Of an invocation that is `partial` the recording was not told all accesses: what
 * was read, written and created is at least that, elements used may be too few, and an input may be
 * missing.
 *
 * Memory:  caller's storage; ordo_costs_done frees what it holds
 * Errors:  ORDO_NO_MEMORY
 * Threads: reentrant
 * Source:  Zaparanuks and Hauswirth, Algorithmic Profiling, 2012, sections 2.2, 2.4 and 2.6
 */
#ifndef ORDO_COSTS_H
#define ORDO_COSTS_H

#include "structure/input_classes.h"

/* One class of inputs in one invocation; with a type: elements of it only. */
struct ordo_combined_input {
    uint32_t input; /* class */
    uint32_t type;
    uint32_t inputs; /* of the class, that the invocation accessed */
    bool measured;
    bool repeated;             /* in more than one step of an activation */
    bool innermost;            /* by a repetition that has none below it */
    uint64_t cost[ORDO_COSTS]; /* by metric; no steps */
    uint64_t size[ORDO_SIZES]; /* by metric */
};

struct ordo_combined {
    uint64_t steps;
    bool partial;
    size_t first, n; /* into costs.inputs; each class and type once */
};

struct ordo_costs {
    const struct ordo_profile *profile;
    const struct ordo_repetition_tree *tree;
    const uint32_t *of_node; /* algorithm by node */
    struct ordo_input_classes classes;
    struct ordo_combined *list; /* in the order of their arrival */
    size_t n, capacity;
    struct ordo_combined_input *inputs;
    size_t n_inputs, inputs_capacity;
    struct ordo_cost_scratch *scratch;
};

/* Adds an invocation of the algorithm's root; after the last one, ordo_costs_settle. */
enum ordo_status ordo_costs_add(struct ordo_costs *c, uint32_t algorithm,
                                const struct ordo_invocation *v, struct ordo_error *error);

/* Leaves out the classes that no repetition of the algorithm accessed in more than one step of an
 * activation: it does not work on them, but on something that each step has another one of. Where
 * there is no other, those that an innermost one accessed stay, and streams that one did always.
 * Under the identity "same type" they stay. Ranks and indices of classes move up. */
void ordo_costs_settle(struct ordo_costs *c);

/* Those of class and type in the invocation; NULL: there are none. */
const struct ordo_combined_input *ordo_costs_find(const struct ordo_costs *c,
                                                  const struct ordo_combined *v, uint32_t input,
                                                  uint32_t type);
void ordo_costs_done(struct ordo_costs *c);

#endif
