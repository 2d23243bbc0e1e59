/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * trend_session.h: runs all workloads of a plan, several at a time, and writes a trend file.
 *
 * Until all workloads are done, results are kept in OUTPUT.part, and the same command continues
 * from there.
 *
 * Errors:  printed here
 */
#ifndef ORDO_TREND_SESSION_H
#define ORDO_TREND_SESSION_H

#include "workloads/trend_plan.h"

/* Runs the plan. restart: discard what an interrupted session left. Returns the exit status: 0; 1
 * if no workload could be measured; 3 or 4 for errors; 128 + N if signal N interrupted it. */
int ordo_trend_session_run(const struct ordo_trend_plan *p, const char *output, bool restart,
                           bool quiet);

#endif
