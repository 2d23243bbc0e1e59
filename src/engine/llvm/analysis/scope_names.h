/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * scope_names.h: names and places of scopes in the source.
 */
#ifndef ORDO_LLVM_SCOPE_NAMES_H
#define ORDO_LLVM_SCOPE_NAMES_H

#include "engine/llvm/ir/pass.h"

/* Finds the names, files and lines of the routine and its loops. */
void opass_place_scopes(struct opass *p, struct routine *r); /* names, files, lines */

#endif
