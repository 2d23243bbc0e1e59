/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * shim_loop_facts.h: the facts about a loop that decide whether and how it gets a gate.
 */
#ifndef ORDO_LLVM_SHIM_LOOP_FACTS_H
#define ORDO_LLVM_SHIM_LOOP_FACTS_H

#include <stdbool.h>

struct shim_loop_facts {
    int parent;                 /* number of the loop around it; -1: none */
    int scope;                  /* index, from its tag; -1: no tag */
    bool wanted;                /* from its tag: it may have a gate */
    bool calls;                 /* it has calls, except of intrinsics and inline assembly */
    double calls_per_iteration; /* expected, from LLVM's branch probabilities */
    bool has_induction;         /* an induction variable gives its number of iterations */
    bool induction_counts;      /* that is cheaper than a counter in a register */
    unsigned size;              /* instructions in it */
    unsigned routine;           /* instructions in its routine */
    unsigned trips;             /* constant upper bound of iterations per execution; 0: unknown */
    const char *obstacle;       /* why it cannot be a function of its own; NULL: it can */
};

#endif
