/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * modes.h: the modes (mode.h) that the options of `ordo cc` choose.
 */
#ifndef ORDO_LLVM_MODES_H
#define ORDO_LLVM_MODES_H

#include "engine/llvm/ir/mode.h"

/* Returns the mode of a build with these options; NULL: it records no activations. */
const struct mode *opass_mode_of(const struct opass_options *options);
/* The mode of recorded versions in production builds, from the late part on. */
extern const struct mode opass_mode_recorded;

#endif
