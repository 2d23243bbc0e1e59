/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * costs.h: what the nodes of an algorithm did together in one invocation of its root.
 *
 * Steps, reads, writes and creations are sums over the nodes and all their activations within the
 * invocation; a size is the greatest that any of them measured. Sizes of inputs of one class are
 * added up. An invocation is `partial` if some accesses were not recorded: its reads, writes and
 * creations are lower bounds, elements used may be too few, and an input may be missing.
 *
 * Memory:  caller's storage; ordo_costs_done frees what it holds
 * Threads: reentrant
 * Source:  Zaparanuks and Hauswirth, Algorithmic Profiling, 2012, sections 2.2, 2.4 and 2.6
 */
#ifndef ORDO_COSTS_H
#define ORDO_COSTS_H

#include "structure/input_classes.h"

/* One class of inputs in one invocation, or only its elements of one type. */
struct ordo_combined_input {
    uint32_t input; /* class */
    uint32_t type;
    uint32_t inputs;           /* inputs of the class that the invocation accessed */
    bool measured;             /* its elements are known */
    bool whole;                /* all of its sizes are known */
    bool knows_used;           /* its elements used are known */
    bool leads_on;             /* an array that leads to objects, which its elements include */
    bool repeated;             /* accessed in more than one step of an activation */
    bool innermost;            /* accessed by a repetition without others below it */
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
    struct ordo_combined *list; /* in the order of ordo_costs_add */
    size_t n, capacity;
    struct ordo_combined_input *inputs;
    size_t n_inputs, inputs_capacity;
    struct ordo_cost_scratch *scratch;
};

/* Adds an invocation of the algorithm's root. After the last one, call ordo_costs_settle. */
void ordo_costs_add(struct ordo_costs *c, uint32_t algorithm, const struct ordo_invocation *v);

/* Removes classes that no repetition of the algorithm accessed in more than one step of an
 * activation: such an algorithm has a different input in each step and does not work on any of
 * them. Streams that an innermost repetition accessed stay. If no other class was accessed in
 * more than one step, all that an innermost one accessed stay. Under the identity "same type" all
 * stay. Ranks and indices of classes are renumbered. */
void ordo_costs_settle(struct ordo_costs *c);

/* Returns the entry of the class and type in the invocation, or NULL. */
const struct ordo_combined_input *ordo_costs_find(const struct ordo_costs *c,
                                                  const struct ordo_combined *v, uint32_t input,
                                                  uint32_t type);
void ordo_costs_done(struct ordo_costs *c);

#endif
