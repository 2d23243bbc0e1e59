/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * input_classes.h: which inputs of an algorithm's different invocations are one.
 *
 * Inputs of one form and type of elements are told apart by the order of their first accesses
 * within the invocation: the first is of rank 0. From ORDO_INPUT_RANKS on, and when the recording
 * took several together, they are one class. Under the identity "same type" all ranks are one.
 *
 * Memory:  caller's storage; ordo_input_classes_done frees what it holds
 * Errors:  ORDO_NO_MEMORY
 * Threads: reentrant
 */
#ifndef ORDO_INPUT_CLASSES_H
#define ORDO_INPUT_CLASSES_H

#include "structure/algorithms.h"

#define ORDO_INPUT_RANKS 3u

struct ordo_input_classes {
    bool by_type;                  /* ranks do not count */
    struct ordo_input_class *list; /* in the order of their arrival */
    size_t n, capacity;
    uint32_t *ranks; /* of the invocation being looked at: by form and type */
    size_t ranks_capacity;
};

/* Classes of the inputs of one invocation: of_input[k], ORDO_INPUT_NONE where !touched[k]. */
enum ordo_status ordo_input_classes_add(struct ordo_input_classes *c,
                                        const struct ordo_input *inputs, const bool *touched,
                                        uint32_t n, uint32_t *of_input, struct ordo_error *error);
void ordo_input_classes_done(struct ordo_input_classes *c);

#endif
