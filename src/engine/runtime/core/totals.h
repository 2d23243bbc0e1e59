/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * totals.h: counts an ended activation in the totals of its scope. Every activation is counted,
 * whether or not its points are kept (settling.h).
 *
 * If the process is killed meanwhile, readers find the total as it was before ort_total_add.
 * ort_total_count leaves the activation counted in part: it is for activations that follow each
 * other closely, where saving the total would wait for the stores of the one before.
 * Threads: the owner of `t` only. Signal-safe: yes.
 */
#ifndef ORT_TOTALS_H
#define ORT_TOTALS_H

#include "points.h"

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
