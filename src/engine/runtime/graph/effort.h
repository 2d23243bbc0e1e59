/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * effort.h: how much work may go into measuring data structures, so that a program slows down by a
 * factor that does not depend on how large they are.
 *
 * Every context has an account in blocks: it has what its activations executed, and pays for what
 * is looked at when it measures. It may measure while it owes little, so that a first measurement
 * is whole, and the next ones wait until it is earned back: what is measured does not depend on the
 * size that would be found. A thread as a whole pays likewise, but for a share that is free and is
 * larger where there are more vertices; half of what it has is kept for contexts that have more
 * than they owe, so that thousands that run once do not take it from those where the time goes.
 * ORDO_STRUCTURE_EFFORT=all lifts all bounds.
 *
 * Errors:  none: without memory nothing more is measured.   Threads: the owner only.
 * Signal-safe: yes.
 */
#ifndef ORT_EFFORT_H
#define ORT_EFFORT_H

#include <stdint.h>

struct ort_effort {
    uint64_t *paid; /* by context index */
    uint32_t room;
    uint64_t spent;
};

/* May the context (index + 1), whose activations executed `earned` blocks, measure now? `cost`:
 * those that the thread has executed. */
int ort_effort_may(struct ort_effort *e, uint32_t context, uint64_t cost, uint64_t earned);
/* One that has measured before and may not now: it need not be asked again before it has executed
 * so many more blocks. Else 0. */
uint64_t ort_effort_lacks(const struct ort_effort *e, uint32_t context, uint64_t cost,
                          uint64_t earned);
void ort_effort_spend(struct ort_effort *e, uint32_t context, uint64_t work);
void ort_effort_forget(struct ort_effort *e);

#endif
