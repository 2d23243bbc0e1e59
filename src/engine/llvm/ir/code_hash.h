/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * code_hash.h: a number that tells two builds of a module apart.
 *
 * Modules of equal source have the same number, wherever they are compiled. Debug information does
 * not count, and neither do strings with the path of a source file (__FILE__).
 */
#ifndef ORDO_LLVM_CODE_HASH_H
#define ORDO_LLVM_CODE_HASH_H

#include "engine/llvm/ir/pass.h"

/* Returns the hash of the module's code, which must not be changed yet. */
uint64_t opass_code_hash(struct opass *p);

/* Adds the number to the section ORDO_CODE_SECTION. */
void opass_code_identify(struct opass *p, uint64_t hash);

#endif
