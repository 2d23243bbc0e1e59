/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * recorded_process.h: this process and its raw file.
 *
 * Threads: any. Signal-safe: yes. May allocate: no.
 */
#ifndef ORT_RECORDED_PROCESS_H
#define ORT_RECORDED_PROCESS_H

#include "abi/raw.h"

extern int ort_recording; /* a raw file was begun; stays 1 when recording stops */

/* Returns whether the process is recorded and is not a vfork's child. */
int ort_process_is_own(void);

/* Notes in the raw file how the process ends, and closes no activation. ORDO_RAW_LIVE: it does not
 * end, because exec has failed. */
void ort_process_mark(enum ordo_raw_state state);

/* Prepares for a change of the process's user or root directory. Which files it can open by name
 * afterwards is unknown. */
void ort_process_confine(void);

/* Stops the recording because a thread is about to give up all system calls except read, write and
 * its own end. */
void ort_process_restrict(void);

#endif
