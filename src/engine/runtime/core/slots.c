/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * slots.c: slots are an array indexed by scope id, which moves when it grows. Totals are in the raw
 * file, in TOTALS blocks of TOTALS_PER_BLOCK ids each, made when one of the ids is first needed.
 */
#include "slots.h"
#include "engine/runtime/system/private_memory.h"
#include "engine/runtime/system/raw_file.h"
#include "engine/runtime/system/settings.h"
#include "points.h"

#define TOTALS_PER_BLOCK 32u
#define FIRST_SLOTS 256u
#define FIRST_MADE 64u

static struct ordo_raw_total *find_total(struct ort_thread *t, uint32_t id) {
    uint32_t first = id & ~(TOTALS_PER_BLOCK - 1);
    for (uint32_t i = first; i < first + TOTALS_PER_BLOCK && i < t->n_slots; i++)
        if (t->slots[i].total) return t->slots[i].total - i + id;
    struct ordo_raw_totals *b = ort_raw_block(
        t->number, sizeof *b + TOTALS_PER_BLOCK * sizeof(struct ordo_raw_total), ORT_RAW_ANYWHERE);
    if (!b) return NULL;
    b->first = first;
    b->capacity = TOTALS_PER_BLOCK;
    ort_raw_publish(b, ORDO_RAW_TOTALS);
    return (struct ordo_raw_total *)(b + 1) + (id - first);
}

static int name_events(struct ort_slot *s, uint32_t id) {
    struct ort_points *events = ort_private_take(sizeof *events);
    if (!events) return -1;
    s->more = (struct ort_more *)events;
    ort_points_name(events, id, ORDO_METRIC_RMS, 0, ORDO_COST_EVENTS);
    events->alone = 1;
    return 0;
}

int ort_slot_name_all(struct ort_slot *s, uint32_t id) {
    if (s->more && !s->more->events.alone) return 0;
    struct ort_more *m = ort_private_take(sizeof *m);
    if (!m) return -1;
    ort_points_name(&m->events, id, ORDO_METRIC_RMS, 0, ORDO_COST_EVENTS);
    if (s->more) m->events = s->more->events;
    m->events.alone = 0;
    s->more = m;
    ort_points_name(&m->depth, id, ORDO_METRIC_DEPTH, 0, 0);
    ort_points_name(&m->drms, id, ORDO_METRIC_DRMS, 0, 0);
    ort_points_name(&m->input, id, ORDO_METRIC_INPUT, 0, 0);
    ort_points_name(&m->unit_rms, id, ORDO_METRIC_RMS, 1, 0);
    ort_points_name(&m->unit_depth, id, ORDO_METRIC_DEPTH, 1, 0);
    ort_points_name(&m->unit_drms, id, ORDO_METRIC_DRMS, 1, 0);
    ort_points_name(&m->unit_input, id, ORDO_METRIC_INPUT, 1, 0);
    for (uint32_t i = 0; i < ORDO_MAX_ARGS; i++) {
        ort_points_name(&m->args[i], id, ORDO_METRIC_ARG + i, 0, 0);
        ort_points_name(&m->unit_args[i], id, ORDO_METRIC_ARG + i, 1, 0);
    }
    for (uint32_t i = 0; i < ORDO_COST_EVENTS; i++)
        ort_points_name(&m->costs[i], id, ORDO_METRIC_RMS, 0, i);
    return 0;
}

static int note_made(struct ort_thread *t, uint32_t id) {
    if (t->n_made == t->made_room) {
        uint32_t room = t->made_room ? 2 * t->made_room : FIRST_MADE;
        uint32_t *more = ort_private_array(t->made, t->made_room, room, sizeof *more);
        if (!more) return -1;
        t->made = more;
        t->made_room = room;
    }
    t->made[t->n_made++] = id;
    return 0;
}

struct ort_slot *ort_slot_make(struct ort_thread *t, const struct ordo_scope *scope) {
    uint32_t id = scope->id;
    if (!id) return NULL; /* code that ran before its module was registered */
    if (id >= t->n_slots) {
        uint32_t n = t->n_slots ? t->n_slots : FIRST_SLOTS;
        while (n <= id) n *= 2;
        struct ort_slot *moved = ort_private_array(t->slots, t->n_slots, n, sizeof *moved);
        if (!moved) return NULL;
        t->slots = moved;
        t->n_slots = n;
    }
    struct ort_slot *s = &t->slots[id];
    int routine = scope->kind == ORDO_KIND_ROUTINE;
    ort_points_name(&s->points, id, ORDO_METRIC_RMS, 0, 0);
    s->kind = (uint8_t)scope->kind;
    s->group = scope->group ? scope->group->id : id;
    s->nested = (scope->flags & ORDO_SCOPE_RECURSIVE) != 0;
    s->recursive = routine && s->nested;
    s->n_args = scope->n_args < ORDO_MAX_ARGS ? scope->n_args : ORDO_MAX_ARGS;
    int all = s->n_args || s->recursive || ort_settings.drms || ort_settings.costs;
    int events = !routine && (scope->flags & ORDO_SCOPE_SAMPLED) != 0;
    if (all && ort_slot_name_all(s, id) < 0) return NULL;
    if (events && !s->more && name_events(s, id) < 0) return NULL;
    struct ordo_raw_total *total = find_total(t, id);
    if (!total || note_made(t, id) < 0) return NULL;
    s->total = total;
    if (s->recursive && t->hot.nest[s->group].recurred) s->total->recurred |= ORDO_RECURRED;
    return s;
}

void ort_slots_forget(struct ort_thread *t) {
    for (uint32_t i = 0; i < t->n_made; i++) t->slots[t->made[i]] = (struct ort_slot){0};
    t->n_made = t->n_large = 0;
}
