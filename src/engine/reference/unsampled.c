/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Production builds take no samples on this engine: their gates let everything pass.
 */
#include "engine.h"

__attribute__((visibility("default"))) __thread uint32_t __ordo_sampling;

__attribute__((visibility("default"))) ORDO_PRESERVE_MOST uint32_t __ordo_sample(
    struct ordo_gate **gates, struct ordo_production *p, uint32_t gate, const void *stack) {
    (void)p, (void)stack;
    (*gates)[gate].countdown = INT32_MAX;
    return 0;
}

__attribute__((visibility("default"))) ORDO_PRESERVE_MOST void
__ordo_sample_left(const void *stack) {
    (void)stack;
}
