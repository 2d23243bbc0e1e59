/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * fork.h: a forked child records into a file of its own.
 *
 * It begins with the modules, scopes and open activations of the forking thread and without any
 * tally; the inherited activations are never counted in it. Where it cannot have a file, or
 * recording has stopped before, it goes on without being recorded, in memory of its own, and the
 * parent's file counts it (raw.def: lost_children). Where it cannot have that either, recording
 * stops in parent and child: the hooks of a stopped process do no harm in shared memory.
 */
#ifndef ORT_FORK_H
#define ORT_FORK_H

void ort_fork_init(void);

/* What surrounds a fork, which nobody else may make in between: fork's own handlers call these, and
 * whoever makes processes without them (interposed_forks.c). errno is kept. Only while the process
 * is recorded. */
void ort_fork_before(void);
void ort_fork_in_parent(void);
void ort_fork_in_child(void);

#endif
