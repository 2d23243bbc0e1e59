/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * thread_life.h: returns a thread's state to the pool when the thread ends.
 *
 * Threads: the calling one. Signal-safe: yes, except ort_thread_life_init. May allocate: no.
 */
#ifndef ORT_THREAD_LIFE_H
#define ORT_THREAD_LIFE_H

/* Registers the function that is called when a thread ends. Called once, before
 * ort_thread_watch. */
void ort_thread_life_init(void);

/* Makes the calling thread return its state to the pool when it ends. */
void ort_thread_watch(void);

#endif
