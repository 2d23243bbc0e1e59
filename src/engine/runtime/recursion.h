/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * recursion.h: nesting of the routines that may be re-entered.
 *
 * Threads: the owner of `t` only. Signal-safe: yes.
 */
#ifndef ORT_RECURSION_H
#define ORT_RECURSION_H

#include "thread.h"

/* The group's half of the exit of f, an activation of the recursive routine `s` whose own count is
 * already taken back: returns its depth. */
uint64_t ort_recursion_leave(struct ort_thread *t, const struct ort_slot *s, struct ordo_frame *f);

#endif
