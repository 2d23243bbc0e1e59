/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * sampling_signals.h: signals that start and stop sampling, or begin a new raw file (ORDO_SIGNALS).
 *
 *   start:USR1   sampling is off until this signal comes
 *   stop:USR2    no sample begins from this signal on; plain executions are counted all the same
 *   rotate:HUP   the raw file is finished, and a new one goes on, as soon as no sample is running
 *
 * Handlers are installed only for what is given, and only where the program has none at that moment
 * (it may replace them). They store one word.
 *
 * Threads: any. Signal-safe: yes.
 */
#ifndef ORT_SAMPLING_SIGNALS_H
#define ORT_SAMPLING_SIGNALS_H

/* Installs the handlers; once. */
void ort_sampling_signals_install(void);

/* No sample may begin now. */
int ort_sampling_paused(void);

/* A new raw file is asked for; ort_sampling_rotated: it has begun. */
int ort_sampling_rotation(void);
void ort_sampling_rotated(void);

#endif
