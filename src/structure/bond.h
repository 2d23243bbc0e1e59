/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * bond.h: why a node of the repetition tree belongs to its parent's algorithm (grouping.h).
 */
#ifndef ORDO_BOND_H
#define ORDO_BOND_H

#include <stdbool.h>

/* Why a node belongs to its parent's algorithm, or does not. */
enum ordo_bond {
    ORDO_BOND_NONE,
    ORDO_BOND_INPUT,
    ORDO_BOND_ADVANCE,
    ORDO_BOND_HANDOVER, /* the parent, a recursion, passes the node what its recursive call returned
                         */
    ORDO_BOND_END,      /* what the node changes decides whether the parent, a loop, continues */
    ORDO_BOND_RECURSION, /* the parent, a recursion, is entered again from it */
    ORDO_BOND_HAND,      /* joined by hand */
    ORDO_BOND_APART,     /* split by hand */
};

static inline bool ordo_bond_joins(enum ordo_bond b) {
    return b != ORDO_BOND_NONE && b != ORDO_BOND_APART;
}

#endif
