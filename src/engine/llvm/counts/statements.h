/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * statements.h: counters for `ordo lab`, in place of clang's counters of coverage regions.
 */
#ifndef ORDO_LLVM_STATEMENTS_H
#define ORDO_LLVM_STATEMENTS_H

#include "engine/llvm/ir/pass.h"

/* Instruments the module (options.statements) and adds its map (abi/lab_protocol.h). */
void opass_statements(struct opass *p);

#endif
