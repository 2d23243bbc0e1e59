/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * grouping.h: which nodes of the repetition tree belong to one algorithm: the edges of the tree
 * that join nodes.
 *
 *   common input   in some invocation, parent and child both access an input that the criterion
 *                  considers the same, the parent in more than one of its steps: a harness with a
 *                  different list in each step works on none of them
 *   advance        the parent, a loop, advances the position of an array access in the child's
 *                  algorithm, though it may access no array itself
 *   end            what a loop of the child's algorithm changes decides whether the parent, a loop,
 *                  continues, as in a sort that repeats until nothing was swapped
 *   recursion      the child, a loop, is where the parent, a recursion, is entered again, and at
 *                  least one of them accesses an input
 *   by hand        the choices in the profile, which override all others
 *
 * Entry points belong to no algorithm.
 *
 * Memory:  caller's storage; ordo_grouping_done frees what it holds
 * Threads: reentrant
 * Source:  Zaparanuks and Hauswirth, Algorithmic Profiling, 2012, sections 2.4, 2.5, and 4.1 for
 *          its open problem. Deviations: "all elements" is decided by identity and equal greatest
 *          sizes, because a profile has no sets of elements. More than one step is required, which
 *          the paper's text does not ask for, but its figure 3 shows. Under "same type" one step is
 *          enough, because the next step's input is the same
 */
#ifndef ORDO_GROUPING_H
#define ORDO_GROUPING_H

#include "structure/bond.h"
#include "structure/repetition_tree.h"

/* Which accesses are of the same input. */
enum ordo_identity {
    ORDO_IDENTITY_SOME,  /* some elements are the same: the recorded identity */
    ORDO_IDENTITY_ALL,   /* all are the same: the recorded identity, with equal measured sizes */
    ORDO_IDENTITY_ARRAY, /* same array; structures are never the same */
    ORDO_IDENTITY_TYPE,  /* same form and type of elements */
};

struct ordo_grouping {
    enum ordo_bond *bond; /* by node: bond with its parent */
};

/* "some", "all", "array", "type". Returns false for other names. */
bool ordo_identity_find(const char *name, enum ordo_identity *identity);
const char *ordo_identity_name(enum ordo_identity identity);

void ordo_grouping_make(struct ordo_grouping *g, const struct ordo_profile *p,
                        const struct ordo_repetition_tree *t, enum ordo_identity identity);
void ordo_grouping_done(struct ordo_grouping *g);

#endif
