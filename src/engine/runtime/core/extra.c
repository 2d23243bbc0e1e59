/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * extra.c: each thread has running totals. An activation's amount is the difference between its end
 * and its entry, callees included. Points of these cost metrics are keyed by rms, like those of
 * blocks, and have no own cost.
 */
#include "extra.h"
#include "drms.h"
#include "engine/runtime/system/os.h"
#include "engine/runtime/system/settings.h"
#include "engine/runtime/system/stop.h"
#include "points.h"

#include <errno.h>

int ort_extra_init(struct ort_thread *t) {
    if (!ort_settings.costs && !ort_settings.drms) return 0;
    uint64_t size = t->frames_most * sizeof *t->extras;
    t->extras = ort_os_memory(NULL, size);
    if (!t->extras) {
        ort_stop(ORDO_STOP_MEMORY, ENOMEM);
        return -1;
    }
    return ort_settings.drms ? ort_drms_init(t) : 0;
}

void ort_extra_enter(struct ort_thread *t, struct ordo_frame *f) {
    struct ort_extra *e = &t->extras[f - t->frames];
    for (int i = 0; i < ORDO_COST_EVENTS; i++) e->at_entry[i] = t->counts[i];
    e->drms = 0;
}

void ort_extra_leave(struct ort_thread *t, struct ordo_frame *f) {
    struct ort_extra *e = &t->extras[f - t->frames];
    t->counts[ORDO_COST_ITERATIONS] += f->iterations;
    e[-1].drms += e->drms;
}

void ort_extra_tally(struct ort_thread *t, struct ort_slot *s, struct ordo_frame *f, int unit,
                     uint64_t inclusive, uint64_t self) {
    struct ort_extra *e = &t->extras[f - t->frames];
    struct ort_more *m = s->more;
    if (ort_settings.drms) {
        ort_points_add(t, &m->drms, (uint64_t)e->drms, inclusive, self, 1);
        if (unit) ort_points_add(t, &m->unit_drms, (uint64_t)e->drms, inclusive, self, 1);
    }
    for (int i = 1; i < ORDO_COST_EVENTS; i++)
        if (ort_settings.costs >> i & 1)
            ort_points_add(t, &m->costs[i], (uint64_t)f->rms, t->counts[i] - e->at_entry[i], 0, 1);
}
