/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * thread_life.h: the end of a thread gives its state back to the pool.
 *
 * Threads: the calling one. Signal-safe: yes, except ort_thread_life_init. May allocate: no.
 */
#ifndef ORT_THREAD_LIFE_H
#define ORT_THREAD_LIFE_H

/* Registers what is called when a thread ends; once, before the first thread is watched. */
void ort_thread_life_init(void);

/* The state of the calling thread is given back when it ends. */
void ort_thread_watch(void);

#endif
