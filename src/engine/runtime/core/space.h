/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * space.h: the bytes that an activation allocates, and the most that it has in use at once,
 * callees included (docs/decisions/040-space.md).
 *
 * `live` is what the activation's thread has allocated since its entry, minus what it has freed
 * since, whoever allocated that. `peak` is the most that `live` ever was, and at least 0. A block
 * that is resized is a new block and the end of the old one at the same instant.
 *
 * A frame during which a block was allocated or freed has ORT_FRAME_SPACE and an entry in the list
 * `spaces`, which is in the order of the frames. A block counts for the innermost activation. When
 * that ends, its entry is added to that of the activation below:
 *   peak = max(peak, live + peak of the ended one),  live += live of the ended one
 * So an activation without blocks costs nothing: its flags are tested anyway when it ends. (The
 * list is like that of input_size.h.)
 *
 * Activations that allocated have points of both costs, by the same sizes as those of blocks, in
 * tables that their scope has from the first one on. Others have none.
 *
 * Not in structure builds and production builds, except the totals of the thread.
 *
 * Errors:  if there is no room, recording stops.
 * Threads: the owner of `t` only. Signal-safe: yes.
 */
#ifndef ORT_SPACE_H
#define ORT_SPACE_H

#include "thread_state.h"

/* The tables of one of the two costs. */
struct ort_space_sizes {
    struct ort_points rms, depth, input, args[ORDO_MAX_ARGS];
    struct ort_points unit_rms, unit_depth, unit_input, unit_args[ORDO_MAX_ARGS];
};
struct ort_space_tables {
    struct ort_space_sizes allocated, peak;
};

#define ORT_SPACE_UNKNOWN UINT64_MAX

/* Counts blocks of `made` bytes that were allocated, and blocks of `freed` bytes that were freed at
 * the same instant. If the latter is ORT_SPACE_UNKNOWN, the open activations have no peak. */
void ort_space_count(struct ort_thread *t, uint64_t made, uint64_t freed);

/* Adds the entry of f, the top frame, which has ORT_FRAME_SPACE, to that of the frame below. */
void ort_space_pass(struct ort_thread *t, struct ordo_frame *f);

/* Does the same for f, an activation that ends, and sets t->ended_space. Takes the flag from f if
 * it allocated nothing. */
void ort_space_end(struct ort_thread *t, struct ordo_frame *f);

/* Adds f, which has ended with that depth and still has its flag, to the points of its scope, with
 * the weight. `unit`: it was an outermost activation of a group that has recurred. */
void ort_space_points_add(struct ort_thread *t, struct ort_slot *s, const struct ordo_frame *f,
                          uint64_t depth, int unit, uint64_t weight);

/* Makes the tables of outermost activations those of all (recursion.h). */
void ort_space_begin_units(struct ort_thread *t, const struct ort_slot *s);

#endif
