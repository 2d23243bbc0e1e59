/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * renumber.c: sizes depend only on which open activation owns a cell. The open activations
 * therefore get the stamps 2, 3, 4, ..., and each cell gets the stamp of its owner. Cells without
 * an owner become fresh. The stamps of lazily zeroed objects are mapped in the same way.
 */
#include "renumber.h"
#include "access.h"
#include "engine/runtime/system/settings.h"
#include "seams.h"
#include "shadow.h"

#include <stddef.h>

#define FIRST_STAMP 2u

struct mapping {
    uint32_t low, high, to; /* the latest interval looked up */
};

static uint32_t map(struct ort_thread *t, struct mapping *m, uint32_t s) {
    if (s - m->low < m->high - m->low) return m->to;
    struct ordo_frame *top = t->hot.top, *o = top;
    if (s < top->stamp) o = ort_access_owner(t, top, s);
    m->low = o ? o->stamp : ORDO_STAMP_FRESH;
    m->high = !o ? t->root_stamp : o == top ? UINT32_MAX : o[1].stamp;
    m->to = o ? FIRST_STAMP + (uint32_t)(o - t->frames) : ORDO_STAMP_FRESH;
    return m->to;
}

static void map_piece(struct ort_thread *t, uint32_t *stamps, uint64_t n, void *mapping) {
    for (uint64_t i = 0; i < n; i++)
        if (stamps[i] > ORDO_STAMP_FRESH) stamps[i] = map(t, mapping, stamps[i]);
}

static void wind(struct ort_thread *t) {
    if (!ort_settings.stamp_space) return;
    uint64_t start = (1ull << 32) - ort_settings.stamp_space;
    if (ort_settings.stamp_space < UINT32_MAX && t->hot.clock < start)
        t->hot.clock = (uint32_t)start;
}

void ort_renumber_first(struct ort_thread *t) {
    wind(t);
}

__attribute__((visibility("default"))) ORDO_PRESERVE_MOST uint32_t
__ordo_renumber(struct ordo_thread *hot) {
    struct ort_thread *t = (struct ort_thread *)hot;
    if (!hot->tick) return hot->clock;
    struct mapping m = {1, 1, 0};
    ort_shadow_each(t, map_piece, &m);
    for (uint32_t i = 0; i < t->zeroed_used; i++)
        t->zeroed[i].stamp = map(t, &m, t->zeroed[i].stamp);
    uint32_t stamp = FIRST_STAMP;
    for (struct ordo_frame *f = t->frames; f <= hot->top; f++) f->stamp = stamp++;
    t->root_stamp = FIRST_STAMP;
    hot->clock = stamp - 1;
    wind(t);
    if (ort_structure_on) ort_structure_renumbered(t);
    return ++hot->clock;
}
