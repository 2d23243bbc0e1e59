/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * frames.h: which routines have frames.
 */
#ifndef ORDO_LLVM_FRAMES_H
#define ORDO_LLVM_FRAMES_H

#include "engine/llvm/ir/pass.h"

/* Fills routine.frameless and routine.at_need, once objects and advances are known. */
void opass_frames_choose(struct opass *p);

#endif
