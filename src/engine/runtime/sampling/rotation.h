/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * rotation.h: a production process finishes its raw file and continues in a new one.
 *
 * The file changes between samples: a thread enters before it works on the raw file, and the file
 * changes only when no other thread has entered. Plain code counts in gates all the while: in the
 * old file until the exchange, in the new one from then on.
 *
 * Errors:  if there is no room for a new file, the old one continues.
 * Threads: any. Signal-safe: yes.
 */
#ifndef ORT_ROTATION_H
#define ORT_ROTATION_H

/* Enters: the caller works on the raw file until ort_rotation_leave. Returns 0 if the file is being
 * changed. With `patient`, for a thread that cannot even count in a gate yet, waits, and returns 0
 * only if the change takes very long. */
int ort_rotation_enter(int patient);
void ort_rotation_leave(void);

/* If no other thread has entered, changes the file, calls `forget` with all locks held for
 * everything else that begins anew, and returns 1. Otherwise returns 0. */
int ort_rotation_try(void (*forget)(void));

/* Resets the state in a fork's child. `entered`: 1 if its only thread has entered. */
void ort_rotation_forked(int entered);

#endif
