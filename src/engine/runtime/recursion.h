/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * recursion.h: nesting of the routines that may be re-entered (__ordo_recur is the other half).
 *
 * Threads: the owner of `t` only. Signal-safe: yes.
 */
#ifndef ORT_RECURSION_H
#define ORT_RECURSION_H

#include "thread.h"

/* Undoes __ordo_recur for f, which is on top and has ORT_FRAME_RECUR: returns its depth. */
uint64_t ort_recursion_leave(struct ort_thread *t, struct ordo_frame *f);

#endif
