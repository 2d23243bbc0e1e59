/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * settling.c: numbers of activations count from 0 to ORT_SETTLED, and go round above it.
 */
#include "settling.h"
#include "engine/runtime/system/settings.h"
#include "steps.h"

_Static_assert(ORT_SETTLED % ORT_SETTLING_STRIDE == 0, "groups of settled activations are whole");
_Static_assert(ORT_SETTLING_COST <= UINT8_MAX, "the greatest costs of a node have 8 bits");

void ort_settling_init(struct ort_thread *t) {
    t->settles = !ort_settings.all_points && !t->extras && !ort_steps_on(t);
}

static void begin(struct ordo_raw_context *node, uint32_t owner, const void *total) {
    for (uint32_t i = 0; i < ORDO_RAW_SETTLING_CLASSES; i++) {
        node->seen[i] = 0;
        node->most[i] = 0;
        ort_barrier(); /* prevents a call of memset */
    }
    node->largest = 0;
    node->total = (uint32_t)(ort_raw_offset(total) / ORDO_RAW_ALIGN);
    node->owner = owner;
}

uint64_t ort_settling_weigh(struct ort_thread *t, const struct ordo_frame *f, uint32_t context,
                            uint64_t cost, int *dearest) {
    const uint64_t n = (uint64_t)f->rms;
    if (n >= ORT_SETTLING_SIZES || cost > ORT_SETTLING_COST || f->flags || !t->settles ||
        ort_sampler_on || ort_structure_on)
        return 1;
    struct ordo_raw_context *node = ort_context_node(t, context);
    const uint32_t owner = ort_thread_raw(t)->threads;
    if (node->owner != owner) begin(node, owner, t->slots[f->scope->id].total);
    uint32_t class = ort_settling_class(n), number = node->seen[class];
    *dearest = cost > node->most[class];
    if (*dearest) node->most[class] = (uint8_t)cost;
    if (n > node->largest) {
        node->largest = (uint8_t)n;
        return 1;
    }
    node->seen[class] = ort_settling_next(number);
    if (number == ORT_SETTLED - 1) node->settled = 1;
    if (number < ORT_SETTLED) return 1;
    return ort_settling_keeps(number) ? ORT_SETTLING_STRIDE : 0;
}
