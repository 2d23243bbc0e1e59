/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * field_addresses.h: one address for each field of a structure of the runtime.
 */
#ifndef ORDO_LLVM_FIELD_ADDRESSES_H
#define ORDO_LLVM_FIELD_ADDRESSES_H

#include "engine/llvm/ir/pass.h"

/* Computes the address of each field of `base`, an instruction, only once, right after `base`. */
void opass_share_addresses(struct opass *p, LLVMValueRef base);

#endif
