/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * recursion_bonds.h: a loop from which its recursion is entered again is a part of the recursion:
 * visit(node) { for each child: visit(child) }. Only the loop accesses links there, so the two need
 * no common input; they belong to one algorithm if either accesses an input.
 *
 * Memory:  bond[] is the caller's, by node of the tree; only values of ORDO_BOND_NONE are replaced
 * Threads: reentrant
 * Source:  the paper (grouping.h) has trees of this kind in its table 1 but does not say what joins
 *          them
 */
#ifndef ORDO_RECURSION_BONDS_H
#define ORDO_RECURSION_BONDS_H

#include "structure/bond.h"
#include "structure/repetition_tree.h"

void ordo_recursion_bonds_add(const struct ordo_profile *p, const struct ordo_repetition_tree *t,
                              enum ordo_bond *bond);

#endif
