/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * instrument.h: all of a routine's instrumentation.
 */
#ifndef ORDO_LLVM_INSTRUMENT_H
#define ORDO_LLVM_INSTRUMENT_H

#include "engine/llvm/ir/pass.h"

/* Inserts all of a collected routine's instrumentation. */
void opass_instrument(struct opass *p, struct routine *r);

#endif
