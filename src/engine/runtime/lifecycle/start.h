/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * start.h: the beginning and the end of the process.
 *
 * Threads: any. Signal-safe: yes, except ort_start and ort_start_sampling.
 */
#ifndef ORT_START_H
#define ORT_START_H

#include "engine/runtime/core/effects.h"

/* Decides whether the process is recorded. The first call after the C library has set up the
 * environment decides; others do nothing. */
void ort_start(void);

/* Called when a module of a production build is registered. If no folder for raw files is given, the
 * first call begins to record if a rate is given (ORDO_RATE), into ./ordo.raw, or if the process is
 * to wait for a recorder (ORDO_CONTROL), into a file in memory. */
void ort_start_sampling(void);

/* Returns whether a module that is not registered yet may still be recorded. */
int ort_start_pending(void);

#endif
