/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * observe.h: single calls of a node of the calling context tree, whole: every size of one
 * call and its costs, together with sums over all calls until then. Readers see how a routine's
 * cost developed during the run, and which size explains it.
 *
 * A node is observed once it has a share of 2^-ORT_OBSERVED_SHARE_LOG2 of the thread's cost. Of its
 * calls, those whose number is a multiple of a power of two are observed: all at first, and every
 * second one of them whenever ORT_OBSERVATIONS are there. A node that no longer has such a share
 * keeps fewer. Which calls these are therefore depends on counts alone.
 *
 * Not in structure builds, whose activations are counted in tallies, and production builds.
 *
 * Errors:  if there is no room, recording stops.
 * Threads: the owner of `t` only. Signal-safe: yes.
 */
#ifndef ORT_OBSERVE_H
#define ORT_OBSERVE_H

#include "marks.h"
#include "thread_state.h"

#define ORT_OBSERVATIONS 64u
#define ORT_OBSERVED_SHARE_LOG2 10

/* Ends what marks (marks.h) measure if f, an activation that has just ended, is what they wait for:
 * it is above the top, and complete. `context`: f is due in the node with the index context - 1; 0:
 * it is not. Then it is observed, and marks are pushed where it was, unless there were some for its
 * scope: other scopes have their turn. */
__attribute__((noinline, cold)) void ort_observe_ended(struct ort_thread *t, struct ordo_frame *f,
                                                       uint32_t context, uint64_t cost,
                                                       uint64_t self, uint64_t depth);

/* Notes that marks for the node were dropped because the activation that had called it ended. */
void ort_observe_not_again(struct ort_thread *t, uint32_t node);

/* Observes a call of a library routine that cost `blocks` and read that many cells. */
void ort_observe_library(struct ort_thread *t, uint32_t node, uint64_t blocks, uint64_t cells);

#endif
