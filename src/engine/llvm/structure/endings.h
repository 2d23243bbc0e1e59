/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * endings.h: loops that continue because of what inner loops change.
 */
#ifndef ORDO_LLVM_ENDINGS_H
#define ORDO_LLVM_ENDINGS_H

#include "engine/llvm/ir/pass.h"

/* Adds loops that continue because of what inner loops change. To be called after
 * opass_advances_collect. */
void opass_endings_collect(struct opass *p);

#endif
