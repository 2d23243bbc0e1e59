/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * stop.h: the end of recording before the end of the process.
 *
 * The first reason is kept in the raw file's header. From then on every thread's clock stands still
 * and its hooks do nothing. The program is not disturbed, and nothing is printed.
 *
 * Threads: any. Signal-safe: yes. Locks: none taken.
 */
#ifndef ORT_STOP_H
#define ORT_STOP_H

#include "abi/raw.h"

/* Stops recording, if it has not stopped yet. `error` is the errno of what failed, or 0. */
void ort_stop(enum ordo_raw_stop why, int error);

/* Halts the clocks of all thread states; defined in core/thread.c. */
void ort_stop_threads(void);

#endif
