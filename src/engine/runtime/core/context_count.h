/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * context_count.h: counts an ended activation in its calling context, and says whether it is to be
 * observed (observe.h).
 *
 * Errors:  if there is no room, recording stops.
 * Threads: the owner of `t` only. Signal-safe: yes.
 */
#ifndef ORT_CONTEXT_COUNT_H
#define ORT_CONTEXT_COUNT_H

#include "contexts.h"
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

#endif
