/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * word_lock.h: a lock in a word of the process's own memory, on which waiting threads sleep (U.
 * Drepper, Futexes Are Tricky, section 5).
 *
 * The word is 0 at first: no thread holds the lock. In a fork's child it is a copy, on which no
 * thread waits.
 *
 * Threads: any. Signal-safe: yes, except in a handler that interrupts the holder in its own thread.
 */
#ifndef ORT_WORD_LOCK_H
#define ORT_WORD_LOCK_H

#include <stdint.h>

/* Takes the lock, after waiting for at most so many nanoseconds (0: no bound). Returns 1, or 0 if
 * the lock could not be taken in time or was abandoned. */
int ort_word_lock_take(int *word, uint64_t ns);
void ort_word_lock_drop(int *word);

/* Abandons a lock whose holder will never drop it. From now on no thread takes it or waits for
 * it. */
void ort_word_lock_abandon(int *word);

#endif
