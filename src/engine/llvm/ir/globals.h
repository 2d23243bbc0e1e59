/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * globals.h: the layout of the module's global variables.
 */
#ifndef ORDO_LLVM_GLOBALS_H
#define ORDO_LLVM_GLOBALS_H

#include "pass.h"

/* Aligns the module's global variables so that each starts on a cell of its own. */
void opass_align_globals(struct opass *p);

#endif
