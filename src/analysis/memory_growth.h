/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * memory_growth.h: the one thing that a report of time says about memory: that the bytes in use at
 * once outgrow n log n, and where (docs/findings.md). Reports by ordo_analyse_options.space say
 * more.
 *
 * Over a series of runs, the peaks of the runs are judged by the same rules as their costs. In one
 * run, or if the runs do not show it, the peaks of single activations are judged as their costs
 * are.
 *
 * Threads: pure
 */
#ifndef ORDO_MEMORY_GROWTH_H
#define ORDO_MEMORY_GROWTH_H

#include "analysis/profile_models.h"

#define ORDO_MEMORY_WORTH 1048576.0 /* bytes at the factor: less is in no program's way */

/* Finds it; the analysis is complete otherwise. Nothing is found in production profiles and in
 * reports of memory. */
void ordo_memory_growth_find(const struct ordo_analysis *a, struct ordo_memory_growth *out);

#endif
