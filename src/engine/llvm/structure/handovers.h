/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * handovers.h: recursions that hand the result of their recursive call to another routine.
 */
#ifndef ORDO_LLVM_HANDOVERS_H
#define ORDO_LLVM_HANDOVERS_H

#include "engine/llvm/ir/pass.h"

/* Adds such recursions to the module's advances. To be called after opass_advances_collect. */
void opass_handovers_collect(struct opass *p);

#endif
