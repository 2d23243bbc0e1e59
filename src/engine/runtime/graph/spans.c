/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * spans.c: joins the ranges of elements used.
 *
 * Invariant: in a fact that is not own, `used` is at least what each of its ranges gives.
 */
#include "spans.h"
#include "engine/runtime/system/private_memory.h"

#define MOST_SPANS 15u
#define FIRST_ROOM 256u

static void at_least(uint64_t *into, uint64_t from) {
    if (from > *into) *into = from;
}

static uint64_t used_of(const struct ort_span *r) {
    return r->beside + ort_elements_between(r->low, r->high, r->each, r->row);
}

static void join(struct ort_span *into, const struct ort_span *from) {
    if (from->low < into->low) into->low = from->low;
    if (from->high > into->high) into->high = from->high;
    at_least(&into->beside, from->beside);
}

static struct ort_span range_of(const struct ort_fact *f) {
    return (struct ort_span){f->low,   f->high, f->own ? f->used : f->used_beside, f->each, f->row,
                             f->scale, 0};
}

static void set_range(struct ort_fact *f, const struct ort_span *r) {
    f->low = r->low;
    f->high = r->high;
    f->each = r->each;
    f->row = r->row;
    f->scale = r->scale;
    if (f->own)
        at_least(&f->used, r->beside);
    else
        f->used_beside = r->beside;
}

static uint32_t new_span(struct ort_facts *t) {
    uint32_t i = t->free_span;
    if (i) {
        t->free_span = t->spans[i - 1].next;
        return i;
    }
    if (t->used_spans == t->spans_room) {
        uint32_t room = t->spans_room ? 2 * t->spans_room : FIRST_ROOM;
        struct ort_span *more = ort_private_array(t->spans, t->spans_room, room, sizeof *more);
        if (!more) return 0;
        t->spans = more;
        t->spans_room = room;
    }
    return ++t->used_spans;
}

static void free_span(struct ort_facts *t, uint32_t i) {
    t->spans[i - 1].next = t->free_span;
    t->free_span = i;
}

/* Adds r to the fact's own range, to the span of that array, or as a new span. */
static void add(struct ort_facts *t, struct ort_fact *f, const struct ort_span *r) {
    struct ort_span own = range_of(f);
    int any = own.each && own.low <= own.high;
    uint32_t scale = ort_graph_same_scale(r->scale), n = 0, i = f->spans;
    if (!f->own) at_least(&f->used, used_of(r));
    if (!any || ort_graph_same_scale(own.scale) == scale) {
        if (any)
            join(&own, r);
        else
            own = *r;
        set_range(f, &own);
        if (!f->own) at_least(&f->used, used_of(&own));
        return;
    }
    while (i && ort_graph_same_scale(t->spans[i - 1].scale) != scale) i = t->spans[i - 1].next, n++;
    if (i) {
        join(&t->spans[i - 1], r);
        if (!f->own) at_least(&f->used, used_of(&t->spans[i - 1]));
    } else if (n < MOST_SPANS && (i = new_span(t))) {
        t->spans[i - 1] = *r;
        t->spans[i - 1].next = f->spans;
        f->spans = i;
    }
}

static void add_list(struct ort_facts *t, struct ort_fact *f, uint32_t list) {
    while (list) {
        uint32_t i = list;
        struct ort_span r = t->spans[i - 1];
        list = r.next;
        free_span(t, i);
        add(t, f, &r);
    }
}

void ort_spans_merge(struct ort_facts *t, struct ort_fact *into, struct ort_fact *from) {
    struct ort_span r = range_of(from);
    uint32_t list = from->spans;
    from->spans = 0;
    if (!into->own || from->own) at_least(&into->used, from->used);
    if (r.each && r.low <= r.high && !(into->own && from->own)) add(t, into, &r);
    add_list(t, into, list);
}

void ort_spans_settle(struct ort_facts *t, struct ort_fact *f) {
    uint32_t list = f->spans;
    f->spans = 0;
    add_list(t, f, list);
}

void ort_spans_drop(struct ort_facts *t, struct ort_fact *f) {
    while (f->spans) {
        uint32_t i = f->spans;
        f->spans = t->spans[i - 1].next;
        free_span(t, i);
    }
}
