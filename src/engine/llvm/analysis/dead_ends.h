/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * dead_ends.h: routines that never return.
 */
#ifndef ORDO_LLVM_DEAD_ENDS_H
#define ORDO_LLVM_DEAD_ENDS_H

#include "engine/llvm/ir/pass.h"

/* Finds the routines that never return. */
void opass_dead_ends(struct opass *p);

#endif
