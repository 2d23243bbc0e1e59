/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * start.h: the beginning and the end of the process.
 *
 * Threads: any. Signal-safe: ort_process_end yes.
 */
#ifndef ORT_START_H
#define ORT_START_H

#include "abi/raw.h"

extern int ort_recording; /* a raw file was begun; stays 1 when recording stops */

/* Decides whether the process is recorded; the first call counts. */
void ort_start(void);

/* The process is about to end, or to be replaced (ORDO_RAW_EXECED). FINISHED closes the calling
 * thread's open activations. ORDO_RAW_LIVE takes it back when exec has failed. */
void ort_process_end(enum ordo_raw_state state);

#endif
