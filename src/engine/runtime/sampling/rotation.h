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

/* What else changes with the file. Both are called with all locks held. */
struct ort_rotation {
    long (*begin)(void);      /* before; 0 or -errno, and then nothing changes; may be NULL */
    void (*end)(int changed); /* afterwards. `changed`: the new file is in place */
};

/* If another thread has entered, returns 0. Otherwise changes the file, and returns 1, or -errno if
 * the old file continues. */
long ort_rotation_try(const struct ort_rotation *rotation);

/* Resets the state in a fork's child. `entered`: 1 if its only thread has entered. */
void ort_rotation_forked(int entered);

#endif
