/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * blocks.h: execution counts of basic blocks.
 */
#ifndef ORDO_LLVM_BLOCKS_H
#define ORDO_LLVM_BLOCKS_H

#include "engine/llvm/ir/pass.h"

/* Collects lines, while every statement still has code. Does nothing unless options.blocks is set.
 */
void opass_code_collect(struct opass *p); /* lines, while every statement still has code */
/* Inserts the counters of a routine. */
void opass_code_count(struct opass *p, struct routine *r);

#endif
