/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * advance_bonds.h: finds loops that belong to the algorithm of an inner loop although they may
 * access nothing themselves: a loop that advances the position of an array access inside it, and a
 * loop whose end depends on what an inner loop changes, in an array or a structure.
 *
 * Memory:  bond[] is the caller's, by node of the tree; only values of ORDO_BOND_NONE are replaced
 * Threads: reentrant
 * Source:  Zaparanuks and Hauswirth, Algorithmic Profiling, 2012, section 4.1: "a data-flow
 *          analysis that determines which loops increment the indices used in the array accesses"
 */
#ifndef ORDO_ADVANCE_BONDS_H
#define ORDO_ADVANCE_BONDS_H

#include "structure/bond.h"
#include "structure/repetition_tree.h"

void ordo_advance_bonds_add(const struct ordo_profile *p, const struct ordo_repetition_tree *t,
                            enum ordo_bond *bond);

#endif
