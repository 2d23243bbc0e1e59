/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * sampling_control.h: recordings that `ordo record --pid` starts and stops in a running process
 * (abi/control_words.h).
 *
 * Between recordings the process does what it does in one, except that no sample begins: its gates
 * count, in a raw file that is in memory and that nobody reads. A recording begins and ends with a
 * change of the raw file (rotation.h), so that it has what was counted from its beginning to its
 * end. Gates that ask whether to sample look at the control page; nothing else does.
 *
 * Threads: any, except what a comment says. Signal-safe: yes. May allocate: no.
 */
#ifndef ORT_SAMPLING_CONTROL_H
#define ORT_SAMPLING_CONTROL_H

#include <stdint.h>

/* Makes the control page if the process is to wait for a recorder. Called once. */
void ort_control_begin(void);

/* Returns the number of the recording that is running; 0: none, or one that no recorder asked
 * for. */
uint64_t ort_control_recording(void);

/* Is a recording to begin or to end? The calling thread has entered (rotation.h). */
int ort_control_due(void);
/* Begins or ends it, unless other threads are recording a sample: then a later call does. `renew`
 * is called with all locks held when the new raw file and the settings are in place. */
void ort_control_change(void (*renew)(void));

/* Returns 1 if the process waits for a recorder, or has to end a recording: no sample may begin. */
int ort_control_pauses(void);

/* Gives a fork's child a control page of its own. It continues its parent's recording. */
void ort_control_in_child(void);

/* Notes for recorders that the process will never record again. */
void ort_control_stopped(void);

#endif
