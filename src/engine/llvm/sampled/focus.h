/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * focus.h: loops and recursions that may have a gate (ordo cc --focus).
 */
#ifndef ORDO_LLVM_FOCUS_H
#define ORDO_LLVM_FOCUS_H

#include "engine/llvm/ir/pass.h"

/* May the loop or recursion have a gate? */
bool opass_in_focus(const struct opass *p, const struct scope *s);

#endif
