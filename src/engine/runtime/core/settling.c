/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * settling.c: numbers of activations count from 0 to ORT_SETTLED, and go round above it. Each table
 * of points is updated on its own (points.h).
 */
#include "settling.h"
#include "engine/runtime/system/private_memory.h"
#include "engine/runtime/system/settings.h"
#include "events.h"
#include "input_size.h"
#include "points.h"
#include "steps.h"

_Static_assert(ORT_SETTLING_ALL % 4 == 0 && ORT_SETTLED % 32 == 0 && ORT_LARGE_ALL % 8 == 0,
               "groups of settled activations are whole");
_Static_assert(ORT_SETTLING_COST <= UINT8_MAX, "the greatest costs of a node have 8 bits");

#define FIRST_LARGE 64u

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

/* Returns how many activations that with this number stands for, if one in 2^stride_log2 is kept.
 * Sets node->settled if not all are kept from it on. */
static uint64_t weight_of(uint32_t number, uint32_t stride_log2, struct ordo_raw_context *node) {
    if (!stride_log2) return 1;
    node->settled = 1;
    return ort_settling_keeps(number, stride_log2) ? 1u << stride_log2 : 0;
}

static void begin_large(struct ort_large *l, uint32_t owner) {
    l->owner = owner;
    l->largest = 0;
    for (uint32_t i = 0; i < ORT_LARGE_SIZES; i++) {
        l->most[i] = 0;
        ort_barrier(); /* prevents a call of memset */
    }
    for (uint32_t i = 0; i < ORT_LARGE_CLASSES; i++) {
        l->seen[i] = 0;
        ort_barrier();
    }
}

/* Returns the slot's counters, or NULL. */
static struct ort_large *large_of(struct ort_thread *t, struct ort_slot *s) {
    if (!s->large) {
        if (t->n_large == t->large_room) {
            uint32_t room = t->large_room ? 2 * t->large_room : FIRST_LARGE;
            struct ort_large *more = ort_private_array(t->large, t->large_room, room, sizeof *more);
            if (!more) return NULL;
            t->large = more;
            t->large_room = room;
        }
        begin_large(&t->large[t->n_large], 0); /* a fork's child uses elements again */
        s->large = ++t->n_large;
    }
    return &t->large[s->large - 1];
}

/* Does what ort_settling_weigh does for a large or dear activation. */
static uint64_t weigh_large(struct ort_thread *t, const struct ordo_frame *f,
                            struct ordo_raw_context *node, uint64_t cost, int *dearest) {
    const uint64_t n = (uint64_t)f->rms;
    const uint32_t owner = ort_thread_raw(t)->threads;
    struct ort_large *l = large_of(t, &t->slots[f->scope->id]);
    if (unlikely(!l)) return 1;
    if (l->owner != owner) begin_large(l, owner);
    uint32_t size = ort_settling_class(n), octave = 63u - (uint32_t)__builtin_clzll(cost | 1);
    uint64_t *most = &l->most[size < ORT_LARGE_SIZES ? size : ORT_LARGE_SIZES - 1];
    *dearest = cost > *most;
    if (*dearest) *most = cost;
    if (n > l->largest) {
        l->largest = n;
        return 1;
    }
    uint16_t *seen = &l->seen[((size << 6 | octave) * 0x9E3779B1u) >> 25];
    uint32_t number = *seen;
    *seen = ort_settling_next(number);
    return weight_of(number, number < ORT_LARGE_ALL ? 0 : 3, node);
}
_Static_assert(ORT_LARGE_CLASSES == 1 << (32 - 25), "hash of classes");

uint64_t ort_settling_weigh(struct ort_thread *t, const struct ordo_frame *f, uint32_t context,
                            uint64_t cost, int *dearest) {
    const uint64_t n = (uint64_t)f->rms;
    if (f->flags & ~(uint32_t)ORT_FRAME_SPACE || !t->settles || ort_sampler_on || ort_structure_on)
        return 1;
    struct ordo_raw_context *node = ort_context_node(t, context);
    if (n >= ORT_SETTLING_SIZES || cost > ORT_SETTLING_COST)
        return weigh_large(t, f, node, cost, dearest);
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
    return weight_of(number, ort_settling_stride_log2(number), node);
}

void ort_ended_points_add(struct ort_thread *t, struct ort_slot *s, const struct ordo_frame *f,
                          const struct ort_ended *e, uint64_t weight) {
    const uint64_t n = (uint64_t)f->rms, cost = e->cost, self = e->self;
    if (unlikely(f->flags & ORT_FRAME_INPUT)) ort_input_size_begin(t, s, f->scope->id);
    if (unlikely(f->flags & ORT_FRAME_SPACE))
        ort_space_points_add(t, s, f, e->depth, e->unit, weight);
    struct ort_more *m = s->more;
    ort_points_add(t, &s->points, n, cost, self, weight);
    if (likely(!m)) return;
    if (s->recursive) ort_points_add(t, &m->depth, e->depth, cost, self, weight);
    if (e->unit) {
        ort_points_add(t, &m->unit_rms, n, cost, self, weight);
        ort_points_add(t, &m->unit_depth, e->depth, cost, self, weight);
    }
    for (uint32_t i = 0; i < s->n_args; i++) {
        if (f->args[i] < 0) continue;
        uint64_t arg = (uint64_t)f->args[i];
        ort_points_add(t, &m->args[i], arg, cost, self, weight);
        if (e->unit) ort_points_add(t, &m->unit_args[i], arg, cost, self, weight);
    }
    if (unlikely(f->flags & ORT_FRAME_EVENTS) && s->kind == ORDO_KIND_LOOP)
        ort_points_add(t, &m->events, n, (uint64_t)f->args[ORT_EVENTS_ALL],
                       (uint64_t)f->args[ORT_EVENTS_OWN], weight);
    if ((m = ort_input_size_tables(s))) {
        uint64_t input = f->flags & ORT_FRAME_INPUT ? t->ended_input : 0;
        ort_points_add(t, &m->input, input, cost, self, weight);
        if (e->unit) ort_points_add(t, &m->unit_input, input, cost, self, weight);
    }
}

/* Notes a size in a table and in that for outermost activations. */
static void note(struct ort_thread *t, struct ort_points *all, struct ort_points *units, uint64_t n,
                 const struct ort_ended *e, int dearest, int largest) {
    for (struct ort_points *p = all; p; p = p == all && e->unit ? units : NULL) {
        struct ordo_raw_point *q = ort_points_find(p, n);
        if (!q && largest) ort_points_insert(t, p, n, e->cost, e->self, 1);
        if (q && dearest && q->max < e->cost) q->max = e->cost;
    }
}

void ort_ended_points_note(struct ort_thread *t, struct ort_slot *s, const struct ordo_frame *f,
                           const struct ort_ended *e, int dearest) {
    struct ort_more *m = s->more;
    if (dearest) note(t, &s->points, m ? &m->unit_rms : NULL, (uint64_t)f->rms, e, 1, 1);
    if (!m) return;
    struct ort_largest *l = &m->largest;
    uint32_t owner = ort_thread_raw(t)->threads;
    if (l->owner != owner) *l = (struct ort_largest){.owner = owner};
    int larger = e->depth > l->depth;
    if (larger) l->depth = e->depth;
    if (s->recursive && (larger || dearest))
        note(t, &m->depth, &m->unit_depth, e->depth, e, dearest, larger);
    for (uint32_t i = 0; i < s->n_args; i++) {
        int64_t arg = f->args[i];
        larger = arg > l->args[i];
        if (larger) l->args[i] = arg;
        if (arg >= 0 && (larger || dearest))
            note(t, &m->args[i], &m->unit_args[i], (uint64_t)arg, e, dearest, larger);
    }
    if (dearest && (m = ort_input_size_tables(s))) note(t, &m->input, &m->unit_input, 0, e, 1, 0);
}
