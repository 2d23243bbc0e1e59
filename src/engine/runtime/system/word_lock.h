/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * word_lock.h: a lock in a word of the process's own memory, on which waiting threads sleep
 * (U. Drepper, Futexes Are Tricky, section 5).
 *
 * The word starts as 0: nobody holds it. In a child of fork it is a copy, for which nobody waits.
 *
 * Threads: any. Signal-safe: yes, but for a handler that interrupts the holder in its own thread.
 */
#ifndef ORT_WORD_LOCK_H
#define ORT_WORD_LOCK_H

#include <stdint.h>

/* Waits for at most so many nanoseconds (0: any time). 1, or 0: it is not to be had. */
int ort_word_lock_take(int *word, uint64_t ns);
void ort_word_lock_drop(int *word);

/* The holder is never going to drop it: from now on nobody gets the lock, and nobody waits for it.
 */
void ort_word_lock_abandon(int *word);

#endif
