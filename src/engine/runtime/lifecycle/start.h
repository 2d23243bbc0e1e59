/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * start.h: the beginning and the end of the process.
 *
 * Threads: any. Signal-safe: yes, but ort_start and ort_start_sampling.
 */
#ifndef ORT_START_H
#define ORT_START_H

#include "engine/runtime/system/recorded_process.h"

/* Decides whether the process is recorded; the first call counts. */
void ort_start(void);

/* The process is about to end, or to be replaced (ORDO_RAW_EXECED). FINISHED closes the calling
 * thread's open activations. ORDO_RAW_LIVE takes it back when exec has failed. */
void ort_process_end(enum ordo_raw_state state);

/* A module of a production build comes: where a rate is given (ORDO_RATE) and no folder for raw
 * files, recording begins now, into ./ordo.raw. */
void ort_start_sampling(void);

/* A module that is not registered yet may still be recorded. */
int ort_start_pending(void);

#endif
