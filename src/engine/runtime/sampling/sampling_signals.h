/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * sampling_signals.h: signals that start and stop sampling, or begin a new raw file (ORDO_SIGNALS).
 *
 *   start:USR1   no sample begins before this signal
 *   stop:USR2    no sample begins after this signal; plain executions are still counted
 *   rotate:HUP   the raw file is finished and a new one continues, as soon as no sample is running
 *
 * Handlers are installed only for the signals that are given, and only if the program has none at
 * that time (it may replace them later). A handler stores one word.
 *
 * Threads: any. Signal-safe: yes.
 */
#ifndef ORT_SAMPLING_SIGNALS_H
#define ORT_SAMPLING_SIGNALS_H

/* Installs the handlers. Called once. */
void ort_sampling_signals_install(void);

/* Returns 1 if no sample may begin now. */
int ort_sampling_paused(void);

/* Has a new raw file been asked for? ort_sampling_rotated: it has begun. */
int ort_sampling_rotation(void);
void ort_sampling_rotated(void);

#endif
