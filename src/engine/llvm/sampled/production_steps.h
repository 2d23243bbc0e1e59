/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * production_steps.h: the steps of the pass in production builds.
 */
#ifndef ORDO_LLVM_PRODUCTION_STEPS_H
#define ORDO_LLVM_PRODUCTION_STEPS_H

#include "engine/llvm/ir/pass.h"

/* Finds and marks scopes at the start of the pipeline. */
void opass_production_begin(struct opass *p);
/* Makes recorded versions and gates, late. */
void opass_production_end(struct opass *p);

#endif
