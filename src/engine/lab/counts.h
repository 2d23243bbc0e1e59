/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * counts.h: how often each statement ran between begin and end, on the thread that calls, and in
 * the threads that it started and joined meanwhile.
 *
 * Units:   executions of statements; work: of all counted constructs together
 * Errors:  none; without a plan nothing is counted
 * Threads: begin and end on one thread, in turn
 * Signal-safe: no
 */
#ifndef ORDO_ENGINE_LAB_COUNTS_H
#define ORDO_ENGINE_LAB_COUNTS_H

#include <stdint.h>
#include <stdio.h>

/* Reads the plan that the environment names; false, with a line in `why` (static), when it does
 * not fit this program. */
int olab_counts_open(const char **why);

void olab_counts_begin(void);
void olab_counts_end(void);

/* Writes an ORDO_LAB_RECORD_COUNTS of what was counted between the latest begin and end. */
void olab_counts_write(FILE *result);

#endif
