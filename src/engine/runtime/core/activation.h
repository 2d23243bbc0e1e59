/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * activation.h: the end of activations, ordinary and otherwise (__ordo_leave and __ordo_unwind).
 *
 * Threads: the owner of `t` only. Signal-safe: yes.
 */
#ifndef ORT_ACTIVATION_H
#define ORT_ACTIVATION_H

#include "thread_state.h"

/* Ends every activation above `f`, innermost first, each with the cost that it has now; they are
 * also counted in at_exit when `at_exit`. */
void ort_activation_end_above(struct ort_thread *t, struct ordo_frame *f, int at_exit);

/* One call of a library routine from the open activation f, which cost `blocks`. */
void ort_activation_library(struct ort_thread *t, struct ordo_frame *f,
                            const struct ordo_scope *library, uint64_t blocks);

#endif
