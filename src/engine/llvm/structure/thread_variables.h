/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * thread_variables.h: thread-local variables.
 */
#ifndef ORDO_LLVM_THREAD_VARIABLES_H
#define ORDO_LLVM_THREAD_VARIABLES_H

#include "engine/llvm/ir/pass.h"

/* Finds the variables whose address the routine takes. The second function inserts the hooks that
 * report them at its entry. */
void opass_thread_variables_collect(struct opass *p, struct routine *r);
void opass_thread_variables_report(struct opass *p, struct routine *r);

#endif
