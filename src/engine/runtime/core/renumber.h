/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * renumber.h: stamps have 32 bits. When the clock has used them up, __ordo_renumber makes room.
 *
 * Threads: the owner of `t` only. Signal-safe: yes.
 */
#ifndef ORT_RENUMBER_H
#define ORT_RENUMBER_H

#include "thread_state.h"

/* Sets the clock of a fresh stack forward, for tests (ORDO_TEST_STAMP_SPACE). */
void ort_renumber_first(struct ort_thread *t);

#endif
