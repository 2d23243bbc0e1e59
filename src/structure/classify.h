/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * classify.h: what an algorithm does with an input. Traversal, modification and construction
 * exclude each other for one input; an algorithm can do different things with different inputs.
 *
 * Threads: pure
 * Source:  Zaparanuks and Hauswirth, Algorithmic Profiling, 2012, section 2.8
 */
#ifndef ORDO_CLASSIFY_H
#define ORDO_CLASSIFY_H

#include "structure/algorithm.h"

/* Returns the operation, from the class's form and its accesses in all kept invocations. */
enum ordo_operation ordo_classify(const struct ordo_input_class *c);

/* Returns "traversal", "modification", "construction", "input" or "output". */
const char *ordo_operation_name(enum ordo_operation operation);

#endif
