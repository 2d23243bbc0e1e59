/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * activities_parts.h: what activities.c and unrecurred.c share of facts.
 *
 * Errors:  recording has been stopped.   Threads: the owner of the facts, in the graph.
 * Signal-safe: yes.
 */
#ifndef ORT_ACTIVITIES_PARTS_H
#define ORT_ACTIVITIES_PARTS_H

#include "activities.h"

/* The step of `place` that the activation `at` runs in. A loop's is a body; a recursion's an
 * activation, of which nothing but the stamp is its own. */
uint64_t ort_step_of(const struct ort_structure *s, struct ordo_frame *at,
                     struct ordo_frame *place);

/* The key of the range of array v. */
static inline uint64_t ort_range_key(ort_vertex v, uint32_t age) {
    return ORT_KEY_RANGE | (uint64_t)age << 43 | v;
}

static inline void ort_range_take(struct ort_fact *f, const struct ort_fact *from) {
    f->low = from->low;
    f->high = from->high;
    f->each = from->each;
    f->scale = from->scale;
}

/* A fact that an ended invocation left is gone on with: what its end added is taken back. */
void ort_facts_reopen(struct ort_structure *s, struct ort_fact *f);

/* The fact gets other names, or goes into the fact that has them; then it is on the list. `typed`:
 * facts of types that may be the fact's own. */
void ort_facts_name_anew(struct ort_structure *s, uint32_t *list, uint32_t i, uint32_t home,
                         uint32_t context, uint64_t key, uint32_t typed);

/* All facts of the list go to the home, or nowhere (0). */
void ort_facts_pass_on(struct ort_structure *s, uint32_t list, uint32_t home);

/* The home ends: what tallies have for it goes to its facts. It is itself an activation of the
 * context that took `steps`, and in that one's tally already when `tallied`. */
void ort_facts_settle_steps(struct ort_thread *t, uint32_t home, uint32_t context, uint64_t steps,
                            int tallied);

#endif
