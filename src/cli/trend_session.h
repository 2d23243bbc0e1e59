/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * trend_session.h: all workloads of a plan, several at a time, into a trend file. What is done is
 * kept beside it, in OUTPUT.part, until everything is; the same command goes on from there.
 *
 * Errors:  reported here; returns the exit status: 0; 1 when no workload could be measured; 3, 4;
 *          130 or 143 when a signal interrupted it
 */
#ifndef ORDO_TREND_SESSION_H
#define ORDO_TREND_SESSION_H

#include "workloads/trend_plan.h"

/* restart: forget what an interrupted session left. */
int ordo_trend_session_run(const struct ordo_trend_plan *p, const char *output, bool restart,
                           bool quiet);

#endif
