/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * borders.h: entry and exit of scopes, loops, block counts.
 */
#ifndef ORDO_LLVM_BORDERS_H
#define ORDO_LLVM_BORDERS_H

#include "engine/llvm/ir/pass.h"

/* Inserts the code at exits, loops and blocks. opass_entry inserts the rest once all other code of
 * the routine is instrumented. */
void opass_borders(struct opass *p, struct routine *r);
void opass_entry(struct opass *p, struct routine *r);

#endif
