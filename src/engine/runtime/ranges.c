/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The ranges of a home may be as many as the arrays that it went through. So those of one context
 * and scale are found by a hash table, in which a range also stands for the scale of the array that
 * its own is about to become.
 *
 * Invariant: an entry whose round is not the table's is free.
 */
#include "ranges.h"
#include "graph_parts.h"
#include "private_memory.h"

/* The array whose range the fact has, while it lives. */
static const struct ort_graph_vertex *array_of(const struct ort_fact *f) {
    ort_vertex v = f->key & ORT_KEY_RANGE ? (ort_vertex)f->key : f->first;
    uint32_t age = f->key & ORT_KEY_RANGE ? (uint32_t)(f->key >> 43) : f->first_age;
    return v && ort_graph_alive(v, age) && ort_graph_is_array(v) ? ort_vertex_at(v) : NULL;
}

static int is_copied_to(const struct ort_graph_vertex *b, const struct ort_graph_vertex *a) {
    ort_vertex to = b->array.copied_to;
    return to && ort_vertex_at(to) == a && b->array.copied_age == a->age;
}

/* Ranges of arrays that are, or are about to become, one another. */
static int on_one_scale(const struct ort_fact *f, const struct ort_fact *g) {
    if (ort_graph_same_scale(f->scale) == ort_graph_same_scale(g->scale)) return 1;
    const struct ort_graph_vertex *a = array_of(f), *b = array_of(g);
    return a && b && (is_copied_to(a, b) || is_copied_to(b, a));
}

void ort_range_join(struct ort_fact *into, const struct ort_fact *from) {
    if (!from->each || from->low > from->high) return;
    if (into->each && (into->low > into->high || on_one_scale(into, from))) {
        if (from->low < into->low) into->low = from->low;
        if (from->high > into->high) into->high = from->high;
    } else {
        into->used += ort_fact_range(from);
    }
}

static struct ort_scale *place_of(struct ort_scales *t, uint32_t context, uint32_t scale) {
    uint64_t key = (uint64_t)context << 32 | scale, at = key * 0x9E3779B97F4A7C15ull >> 32;
    struct ort_scale *e = &t->at[at & (t->room - 1)];
    while (e->round == t->round && e->key != key) e = &t->at[++at & (t->room - 1)];
    if (e->round != t->round) *e = (struct ort_scale){key, t->round, 0};
    return e;
}

static int make_room(struct ort_scales *t, uint32_t ranges) {
    if (4 * ranges <= t->room) {
        if (++t->round) return 0;
        for (uint32_t i = 0; i < t->room; i++) t->at[i].round = 0;
        t->round = 1;
        return 0;
    }
    uint32_t room = t->room ? t->room : 64;
    while (room < 4 * ranges) room *= 2;
    struct ort_scale *more = ort_private_array(NULL, 0, room, sizeof *more);
    if (!more) return -1;
    ort_private_array_free(t->at, t->room, sizeof *more);
    *t = (struct ort_scales){more, room, 1};
    return 0;
}

/* The scale of the array that f's was copied to, or 0. */
static uint32_t scale_after(const struct ort_fact *f) {
    const struct ort_graph_vertex *x = array_of(f);
    ort_vertex to = x ? x->array.copied_to : 0;
    return to && ort_graph_alive(to, x->array.copied_age) ? ort_graph_scale(to) : 0;
}

/* Joins f with one of those before it, or lists it. */
static void list_range(struct ort_structure *s, uint32_t i) {
    struct ort_fact *f = &s->table.facts[i - 1];
    uint32_t scales[] = {ort_graph_same_scale(f->scale), scale_after(f)};
    for (int k = 0; k < 2 && scales[k]; k++) {
        struct ort_scale *e = place_of(&s->scales, f->context, scales[k]);
        struct ort_fact *before = e->fact ? &s->table.facts[e->fact - 1] : NULL;
        if (before && before != f && on_one_scale(before, f)) {
            ort_range_join(before, f);
            f->low = UINT64_MAX;
            return;
        }
        if (!before) e->fact = i;
    }
}

void ort_ranges_add(struct ort_structure *s, uint32_t home) {
    uint32_t *at = &s->activities[home].facts, n = 0;
    for (uint32_t i = *at; i; i = s->table.facts[i - 1].next)
        n += (s->table.facts[i - 1].key & ORT_KEY_RANGE) != 0;
    if (!n || make_room(&s->scales, n) < 0) return;
    for (uint32_t i = *at; i; i = s->table.facts[i - 1].next)
        if (s->table.facts[i - 1].key & ORT_KEY_RANGE) list_range(s, i);
    while (*at) {
        uint32_t i = *at;
        struct ort_fact *f = &s->table.facts[i - 1];
        if (!(f->key & ORT_KEY_RANGE)) {
            at = &f->next;
            continue;
        }
        uint32_t input = ort_fact_find(&s->table, home, f->context, ort_graph_same(f->order), 0);
        if (input) ort_range_join(&s->table.facts[input - 1], f);
        *at = f->next;
        ort_fact_drop(&s->table, i);
    }
}
