/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * recursion_bonds.h: a loop out of which its recursion is entered again is a part of the recursion:
 * visit(node) { for each child: visit(child) }. Only the loop accesses links there, so that the two
 * need have no common input; they are of one algorithm when either accesses any.
 *
 * Memory:  bond[] by node of the tree, the caller's; bonds that are not ORDO_BOND_NONE stay
 * Errors:  ORDO_NO_MEMORY
 * Threads: reentrant
 * Source:  the paper (grouping.h) has trees of this kind in its table 1 and does not say what joins
 *          them
 */
#ifndef ORDO_RECURSION_BONDS_H
#define ORDO_RECURSION_BONDS_H

#include "structure/grouping.h"

enum ordo_status ordo_recursion_bonds_add(const struct ordo_profile *p,
                                          const struct ordo_repetition_tree *t,
                                          enum ordo_bond *bond, struct ordo_error *error);

#endif
