/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * runs.h: accesses that are reported together.
 */
#ifndef ORDO_LLVM_RUNS_H
#define ORDO_LLVM_RUNS_H

#include "touch.h"

/* Finds the runs of all routines. */
void opass_runs_collect(struct opass *p);
/* borders.c makes the slots, resets them at the scope's entry, and reports before its exit, when
 * the frame's iterations are up to date. */
void opass_runs_slots(struct opass *p, struct routine *r, struct scope *s, LLVMValueRef at);
void opass_runs_begin(struct opass *p, struct scope *s);
void opass_runs_end(struct opass *p, struct routine *r, struct scope *s);
void opass_runs_before_last_calls(struct opass *p, struct routine *r);
void opass_runs_access(struct opass *p, struct routine *r, const struct touch *t);

#endif
