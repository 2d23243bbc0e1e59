/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * start.h: the beginning and the end of the process.
 *
 * Threads: any. Signal-safe: yes, except ort_start and ort_start_sampling.
 */
#ifndef ORT_START_H
#define ORT_START_H

#include "engine/runtime/system/recorded_process.h"

/* Decides whether the process is recorded. The first call after the C library has set up the
 * environment decides; others do nothing. */
void ort_start(void);

/* Notes that the process is about to end (ORDO_RAW_FINISHED) or to be replaced (ORDO_RAW_EXECED).
 * ORDO_RAW_FINISHED closes the calling thread's open activations. ORDO_RAW_LIVE takes
 * ORDO_RAW_EXECED back after exec has failed. */
void ort_process_end(enum ordo_raw_state state);

/* Called when a module of a production build is registered. If a rate is given (ORDO_RATE) and no
 * folder for raw files, the first call begins to record, into ./ordo.raw. */
void ort_start_sampling(void);

/* Returns whether a module that is not registered yet may still be recorded. */
int ort_start_pending(void);

#endif
