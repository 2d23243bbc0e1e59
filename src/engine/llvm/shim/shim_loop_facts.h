/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * shim_loop_facts.h: what decides whether and how a loop gets a gate.
 */
#ifndef ORDO_LLVM_SHIM_LOOP_FACTS_H
#define ORDO_LLVM_SHIM_LOOP_FACTS_H

#include <stdbool.h>

struct shim_loop_facts {
    int parent;                 /* -1: none */
    int scope;                  /* -1: not tagged */
    bool wanted;                /* as tagged */
    bool calls;                 /* calls anything but intrinsics */
    double calls_per_iteration; /* how many, by what LLVM foresees of branches */
    bool has_induction;         /* a value of it grows by a constant with each body */
    bool induction_counts;      /* how many there were is best told by that value */
    unsigned size;              /* instructions in it */
    unsigned routine;           /* instructions in its routine */
    unsigned trips;             /* constant: at most so many bodies an execution; 0: not known */
    const char *obstacle;       /* why it cannot be separate; NULL: it can */
};

#endif
