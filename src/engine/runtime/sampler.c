/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Which executions of production builds are recorded (abi.h: ordo_production).
 */
#include "os.h"
#include "thread.h"

#include <stdint.h>

__attribute__((visibility("default"))) __thread uint32_t __ordo_sampling;

/* Gates that let everything pass: for threads that record nothing. */
static struct ordo_gate *idle_gates(uint32_t n) {
    struct ordo_gate *gates = ort_os_memory(NULL, n * sizeof *gates);
    for (uint32_t i = 0; gates && i < n; i++) gates[i].countdown = INT32_MAX;
    return gates;
}

__attribute__((visibility("default"))) ORDO_PRESERVE_MOST uint32_t
__ordo_sample(struct ordo_gate **gates, struct ordo_production *p, uint32_t gate,
              const void *stack) {
    (void)stack;
    struct ordo_gate *idle = (*gates)[gate].interval ? NULL : idle_gates(p->n_gates);
    if (idle) *gates = idle;
    (*gates)[gate].countdown = INT32_MAX;
    (*gates)[gate].interval = INT32_MAX;
    return 0;
}

__attribute__((visibility("default"))) ORDO_PRESERVE_MOST void
__ordo_sample_left(const void *stack) {
    (void)stack;
}
