/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * rotation.h: a production process finishes its raw file and goes on in a new one.
 *
 * It happens between samples: whoever is at work on the raw file has entered, and the file changes
 * when nobody has. Gates are counted in by plain code all the while: in the old file up to the
 * exchange, in the new one from then on.
 *
 * Errors:  no room for a new file: recording stops, the old file is whole.
 * Threads: any. Signal-safe: yes.
 */
#ifndef ORT_ROTATION_H
#define ORT_ROTATION_H

/* The caller is about to work on the raw file, until ort_rotation_leave. 0: not now; with
 * `patient`, who cannot even count in a gate yet, only when the change takes very long. */
int ort_rotation_enter(int patient);
void ort_rotation_leave(void);

/* If nobody but the caller has entered, changes the file, calls `forget` for what else begins anew
 * in it, with all locks held, and returns 1. Otherwise returns 0. */
int ort_rotation_try(void (*forget)(void));

/* In a fork's child, whose only thread has entered or not. */
void ort_rotation_forked(int entered);

#endif
