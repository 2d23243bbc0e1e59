/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * input_size.h: the size metric "input": the bytes that reach the program during an activation,
 * callees included.
 *
 * A frame during which bytes arrived has ORT_FRAME_INPUT and an entry in the list `arrivals`, which
 * is in the order of the frames. Bytes are added to the innermost activation. When it ends, its
 * entry passes to the activation below. So an activation without input costs nothing: its flags are
 * tested anyway when it ends.
 *
 * A frame that is left without an end (in a sample that was given up) leaves its entry behind.
 * Such entries are above the frame that is looked at, or their frame has lost its flag.
 *
 * An activation with input adds a point to a table that its scope has from then on. The table
 * begins with all earlier activations, as one point of size 0. Scopes without the table, in a
 * thread, have size 0 in all their activations: readers derive that point from the points by rms.
 *
 * Not in structure builds and production builds.
 *
 * Errors:  if there is no room, recording stops.
 * Threads: the owner of `t` only. Signal-safe: yes.
 */
#ifndef ORT_INPUT_SIZE_H
#define ORT_INPUT_SIZE_H

#include "thread_state.h"

/* Adds bytes that have arrived to the innermost activation. */
void ort_input_size_add(struct ort_thread *t, uint64_t bytes);

/* Adds the input of f, the top frame, which has ORT_FRAME_INPUT, to the frame below, and returns
 * it. */
uint64_t ort_input_size_pass(struct ort_thread *t, struct ordo_frame *f);

/* Does the same for f, an activation that ends, and sets t->ended_input. Takes the flag from f if
 * nothing arrived while it was open. */
void ort_input_size_end(struct ort_thread *t, struct ordo_frame *f);

/* Makes the tables of points by input of the scope, unless it has them: 0, or -1. */
int ort_input_size_begin(struct ort_thread *t, struct ort_slot *s, uint32_t id);

/* Returns the scope's other tables if it has points by input, else NULL. */
static inline struct ort_more *ort_input_size_tables(const struct ort_slot *s) {
    struct ort_more *m = s->more;
    return m && !m->events.alone && m->input.points ? m : NULL;
}

#endif
