/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * elide.h: accesses that need no check.
 */
#ifndef ORDO_LLVM_ELIDE_H
#define ORDO_LLVM_ELIDE_H

#include "engine/llvm/ir/pass.h"

/* Marks accesses that need no check, because an earlier access made it superfluous. */
void opass_elide(struct opass *p, struct routine *r);

#endif
