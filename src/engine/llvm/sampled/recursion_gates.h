/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * recursion_gates.h: gates of recursions.
 */
#ifndef ORDO_LLVM_RECURSION_GATES_H
#define ORDO_LLVM_RECURSION_GATES_H

#include "gates.h"

/* Late: inserts gates at the marks where plain code enters recursions. */
void opass_gate_recursions(struct opass *p, struct gates *g);

#endif
