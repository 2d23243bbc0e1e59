/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * advance_bonds.h: a loop that advances the place of an array access within it belongs to the
 * algorithm of the access, though it may touch no array itself; and so does a loop whose end is
 * decided by what a loop within it changes, in an array or a structure.
 *
 * Memory:  bond[] by node of the tree, the caller's; bonds that are not ORDO_BOND_NONE stay
 * Errors:  ORDO_NO_MEMORY
 * Threads: reentrant
 * Source:  Zaparanuks and Hauswirth, Algorithmic Profiling, 2012, section 4.1: "a data-flow
 * analysis that determines which loops increment the indices used in the array accesses"
 */
#ifndef ORDO_ADVANCE_BONDS_H
#define ORDO_ADVANCE_BONDS_H

#include "structure/grouping.h"

enum ordo_status ordo_advance_bonds_add(const struct ordo_profile *p,
                                        const struct ordo_repetition_tree *t, enum ordo_bond *bond,
                                        struct ordo_error *error);

#endif
