/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * context_count.h: counts an ended activation in its calling context, and says whether it is to be
 * observed (observe.h). Counts it in the total of its scope, whether or not its points are kept
 * (settling.h).
 *
 * If the process is killed meanwhile, readers find the total as it was before ort_total_add.
 * ort_total_count leaves the activation counted in part: it is for activations that follow each
 * other closely, where saving the total would wait for the stores of the one before.
 *
 * Errors:  if there is no room, recording stops.
 * Threads: the owner of `t` only. Signal-safe: yes.
 */
#ifndef ORT_CONTEXT_COUNT_H
#define ORT_CONTEXT_COUNT_H

#include "contexts.h"
#include "points.h"
#include "steps.h"

/* Counts f, an activation of the scope `id` that ends with these costs. Returns the index + 1 of
 * its node, or 0 if it has none. Sets *due if the activation is to be observed. */
static inline __attribute__((always_inline)) uint32_t
ort_context_count(struct ort_thread *t, struct ordo_frame *f, uint32_t id, uint64_t inclusive,
                  uint64_t self, uint32_t *due) {
    uint32_t above = f[-1].context, context = f->context;
    if (likely(!context))
        context = likely(above || (above = ort_context_of(t, f - 1)))
                      ? ort_context_find(t, above, id)
                      : 0;
    if (likely(context)) {
        struct ordo_raw_context *node = ort_context_node(t, context - 1);
        node->calls++;
        node->cost += inclusive;
        node->self += self;
        node->sizes += (uint64_t)f->rms;
        *due = (uint32_t)node->calls == node->due;
        if (unlikely(ort_steps_on(t))) ort_steps_add(t, f, context - 1);
    }
    return context;
}

/* Adds an activation to the total. `outermost`: of its scope; `unit`: of a group that has
 * recurred. */
static inline __attribute__((always_inline)) void ort_total_count(struct ordo_raw_total *total,
                                                                  uint64_t cost, uint64_t self,
                                                                  uint64_t iterations,
                                                                  int outermost, int unit) {
    total->calls++;
    total->self += self;
    total->iterations += iterations;
    if (outermost) total->cost += cost;
    if (unlikely(unit)) {
        total->units++;
        total->unit_cost += cost;
    }
}

/* Does the same so that no kill leaves the total in between. */
static inline __attribute__((always_inline)) void
ort_total_add(struct ort_thread *t, struct ordo_raw_total *total, uint64_t cost, uint64_t self,
              uint64_t iterations, int outermost, int unit) {
    ort_undo_begin(t, total);
    ort_total_count(total, cost, self, iterations, outermost, unit);
    ort_undo_end(t);
}

/* Counts the negative ones of an activation's n arguments. */
static inline void ort_total_negative(struct ordo_raw_total *total, const int64_t *args,
                                      uint32_t n) {
    for (uint32_t i = 0; i < n; i++) total->negative_args += args[i] < 0;
}

#endif
