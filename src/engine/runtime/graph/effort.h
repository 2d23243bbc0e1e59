/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * effort.h: how much work may go into measuring data structures, so that a program slows down by a
 * factor that does not depend on how large they are.
 *
 * Every context has an account in blocks: it earns what its activations execute, and pays for what
 * its measurements look at. It may measure while it owes little. So a first measurement is whole,
 * and the next ones wait until the debt is earned. What is measured therefore does not depend on
 * the size that would be found. A thread as a whole has an account too, with a free share that
 * grows with the number of vertices. The first third of what is fixed of it goes to whatever asks
 * first, so that small programs are measured whole. Half of what it has is reserved for contexts
 * that have earned more than they owe, so that thousands of contexts that run once do not take it
 * from those where the time goes. ORDO_STRUCTURE_EFFORT=all lifts all limits.
 *
 * Errors:  none; without memory nothing more is measured.   Threads: the owner only.
 * Signal-safe: yes.
 */
#ifndef ORT_EFFORT_H
#define ORT_EFFORT_H

#include <stdint.h>

struct ort_effort {
    uint64_t *paid; /* by context index */
    uint32_t room;
    uint32_t contexts; /* that have paid anything */
    uint64_t spent;
};

/* May the context (index + 1), whose activations executed `earned` blocks, measure now? `cost`: the
 * blocks that the thread has executed. */
int ort_effort_may(struct ort_effort *e, uint32_t context, uint64_t cost, uint64_t earned);
/* Returns how many more blocks the context must execute before it is worth asking again, if it has
 * measured before and may not now; otherwise 0. */
uint64_t ort_effort_lacks(const struct ort_effort *e, uint32_t context, uint64_t cost,
                          uint64_t earned);
void ort_effort_spend(struct ort_effort *e, uint32_t context, uint64_t work);
void ort_effort_forget(struct ort_effort *e);

#endif
