/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * library_gates.c: leads recorded code of libraries to the thread's gates. Executables count by the
 * segment register, which the gate that the sample began at has set.
 */
#include "engine/runtime/core/seams.h"
#include "engine/runtime/sampling/rotation.h"
#include "engine/runtime/system/raw_file.h"
#include "sampler.h"

static void find(struct ort_sampler *s, struct ordo_gate **gates, const struct ordo_production *p,
                 uint32_t number) {
    if (!ort_rotation_enter(0)) return; /* the sample is hollow, and the file is being changed */
    s->busy = 1;
    ort_barrier();
    const struct ort_gate_set *set = ort_gates_get(&s->gates, s->state->number, number, p);
    if (set) *gates = set->gates;
    ort_barrier();
    s->busy = 0;
    ort_rotation_leave();
}

__attribute__((visibility("default"))) ORDO_PRESERVE_MOST void
__ordo_find_gates(struct ordo_gate **gates, struct ordo_production *p) {
    struct ort_sampler *s = ort_sampler_own;
    uint32_t number = __atomic_load_n(&p->number, __ATOMIC_RELAXED);
    if (!s || s->busy || !number || number == ORT_GATES_UNSAMPLED || ort_raw_header()->stop) return;
    if (number < s->gates.room && s->gates.sets[number].gates == *gates) return;
    find(s, gates, p, number);
}
