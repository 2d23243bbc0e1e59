/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * activation.h: ends activations, after a return (__ordo_leave) or otherwise (__ordo_unwind).
 *
 * Threads: the owner of `t` only. Signal-safe: yes.
 */
#ifndef ORT_ACTIVATION_H
#define ORT_ACTIVATION_H

#include "thread_state.h"

/* Ends f, the innermost activation, whatever build its scope is from. If `at_exit`, also counts it
 * in `at_exit` of its scope's total. */
void ort_activation_end_top(struct ort_thread *t, struct ordo_frame *f, int at_exit);

/* Ends every activation above `f`, innermost first, each with its cost so far. If `at_exit`, also
 * counts them in `at_exit` of their totals. */
void ort_activation_end_above(struct ort_thread *t, struct ordo_frame *f, int at_exit);

/* Does the same when the program continues in f, which keeps its marks (marks.h). */
void ort_activation_unwind(struct ort_thread *t, struct ordo_frame *f);

/* Counts a call of a library routine from the open activation f. The call cost `blocks`, and read
 * that many cells. `counted`: the program counts the call itself, so that it is not part of the
 * routine's totals. */
void ort_activation_library(struct ort_thread *t, struct ordo_frame *f,
                            const struct ordo_scope *library, uint64_t blocks, uint64_t cells,
                            int counted);

#endif
