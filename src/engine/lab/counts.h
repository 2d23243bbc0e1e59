/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * counts.h: counts how often each statement ran between begin and end, on the calling thread and in
 * the threads that it started and joined meanwhile.
 *
 * Units:   executions of statements; work: their sum over all counted constructs
 * Errors:  none; without a plan nothing is counted
 * Threads: begin and end alternate, on one thread
 * Signal-safe: no
 */
#ifndef ORDO_ENGINE_LAB_COUNTS_H
#define ORDO_ENGINE_LAB_COUNTS_H

#include <stdint.h>
#include <stdio.h>

/* Reads the plan that the environment names. Returns false, and a line in `why` (static), if it
 * does not fit this program. */
int olab_counts_open(const char **why);

void olab_counts_begin(void);
void olab_counts_end(void);

/* Writes an ORDO_LAB_RECORD_COUNTS with the counts between the latest begin and end. */
void olab_counts_write(FILE *result);

#endif
