/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * fork.h: a forked child records into a file of its own.
 *
 * The child begins with the modules, scopes and open activations of the forking thread, and without
 * any counts. It never counts the inherited activations. If it cannot have a file, or recording had
 * already stopped, it continues without being recorded, in memory of its own, and the parent's file
 * counts it (raw.def: lost_children). If it cannot have that memory either, recording stops in
 * parent and child: the hooks of a stopped process do no harm in shared memory.
 */
#ifndef ORT_FORK_H
#define ORT_FORK_H

/* Makes every fork call the functions below. */
void ort_fork_init(void);

/* Surround a fork. No other thread can fork in between. They are called by the handlers of
 * pthread_atfork, and by code that creates processes without these handlers (replaced/forks.c).
 * They keep errno. Only while the process is recorded. */
void ort_fork_before(void);
void ort_fork_in_parent(void);
void ort_fork_in_child(void);

#endif
