/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * input_classes.h: matches the inputs of an algorithm's different invocations.
 *
 * Inputs with the same form and type of elements are distinguished by the order of their first
 * accesses within the invocation; the first has rank 0. Inputs from rank ORDO_INPUT_RANKS on, and
 * inputs that the recording combined, are one class. Under the identity "same type" all ranks are
 * one class.
 *
 * Memory:  caller's storage; ordo_input_classes_done frees what it holds
 * Threads: reentrant
 */
#ifndef ORDO_INPUT_CLASSES_H
#define ORDO_INPUT_CLASSES_H

#include "structure/algorithm.h"

#define ORDO_INPUT_RANKS 3u

struct ordo_input_classes {
    bool by_type;                  /* ranks are ignored */
    struct ordo_input_class *list; /* in the order of their first input */
    size_t n, capacity;
    uint32_t *ranks; /* next ranks in the current invocation, by form and type */
    size_t ranks_capacity;
};

/* Finds the classes of one invocation's inputs: of_input[k] is ORDO_INPUT_NONE if !touched[k]. */
void ordo_input_classes_add(struct ordo_input_classes *c, const struct ordo_input *inputs,
                            const bool *touched, uint32_t n, uint32_t *of_input);
void ordo_input_classes_done(struct ordo_input_classes *c);

#endif
