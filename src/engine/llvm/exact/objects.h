/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * objects.h: births of local variables.
 */
#ifndef ORDO_LLVM_OBJECTS_H
#define ORDO_LLVM_OBJECTS_H

#include "engine/llvm/ir/pass.h"

/* Inserts the stamps of all local variables of the routine. */
void opass_objects(struct opass *p, struct routine *r);

#endif
