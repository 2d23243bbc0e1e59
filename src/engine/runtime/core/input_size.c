/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * input_size.c: the list is in the thread's state until more than ORT_FIRST_ARRIVALS open
 * activations have input, so that a thread that reads needs no system call for it.
 */
#include "input_size.h"
#include "engine/runtime/system/private_memory.h"
#include "points.h"
#include "seams.h"
#include "slots.h"

static int make_room(struct ort_thread *t) {
    if (t->n_arrivals < t->arrivals_room) return 0;
    struct ort_arrival *more = ort_private_grow(t->arrivals, &t->arrivals_room, t->first_arrivals,
                                                ORT_FIRST_ARRIVALS, sizeof *more);
    if (!more) return -1;
    t->arrivals = more;
    return 0;
}

/* Drops the entries of frames above f. Returns that of f if it is the last one, else NULL. */
static struct ort_arrival *find(struct ort_thread *t, const struct ordo_frame *f) {
    while (t->n_arrivals && t->arrivals[t->n_arrivals - 1].frame > f) t->n_arrivals--;
    struct ort_arrival *last = t->n_arrivals ? &t->arrivals[t->n_arrivals - 1] : NULL;
    return last && last->frame == f ? last : NULL;
}

/* Adds bytes to f, which is open; frames above it have no entries that count. */
static void add(struct ort_thread *t, struct ordo_frame *f, uint64_t bytes) {
    if (f == t->frames) return;
    struct ort_arrival *a = find(t, f);
    if (!a) {
        if (make_room(t) < 0) return;
        a = &t->arrivals[t->n_arrivals++];
        *a = (struct ort_arrival){f, 0};
    } else if (!(f->flags & ORT_FRAME_INPUT)) {
        a->bytes = 0;
    }
    a->bytes += bytes;
    f->flags |= ORT_FRAME_INPUT;
}

void ort_input_size_add(struct ort_thread *t, uint64_t bytes) {
    if (bytes && !ort_structure_on && !ort_sampler_on) add(t, t->hot.top, bytes);
}

uint64_t ort_input_size_pass(struct ort_thread *t, struct ordo_frame *f) {
    struct ort_arrival *a = find(t, f);
    if (!a) return 0;
    uint64_t bytes = a->bytes;
    t->n_arrivals--;
    add(t, f - 1, bytes);
    return bytes;
}

void ort_input_size_end(struct ort_thread *t, struct ordo_frame *f) {
    t->ended_input = ort_input_size_pass(t, f);
    if (!t->ended_input) f->flags &= ~(uint32_t)ORT_FRAME_INPUT;
}

int ort_input_size_begin(struct ort_thread *t, struct ort_slot *s, uint32_t id) {
    if (ort_input_size_tables(s)) return 0;
    if (ort_slot_name_all(s, id) < 0) return -1;
    struct ort_more *m = s->more;
    int recurred = s->recursive && t->hot.nest[s->group].recurred;
    if (recurred && ort_points_join(t, &m->unit_input, &m->unit_rms) < 0) return -1;
    return ort_points_join(t, &m->input, &s->points);
}
