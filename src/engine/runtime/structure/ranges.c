/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * ranges.c: the index ranges of arrays. A home may have as many as the arrays that it accessed. So
 * those of one context and scale are found by a hash table, in which a range is also listed under
 * the scale of the array that its own array is about to become.
 */
#include "ranges.h"
#include "engine/runtime/graph/graph_parts.h"

/* Returns the array whose range the fact has, or NULL if it is gone. */
static const struct ort_graph_vertex *array_of(const struct ort_fact *f) {
    ort_vertex v = f->key & ORT_KEY_RANGE ? (ort_vertex)f->key : f->first;
    uint32_t age = f->key & ORT_KEY_RANGE ? (uint32_t)(f->key >> 43) : f->first_age;
    return v && ort_graph_alive(v, age) && ort_graph_is_array(v) ? ort_vertex_at(v) : NULL;
}

static int is_copied_to(const struct ort_graph_vertex *b, const struct ort_graph_vertex *a) {
    ort_vertex to = b->array.copied_to;
    return to && ort_vertex_at(to) == a && b->array.copied_age == a->age;
}

/* Are these ranges of one array, or of two of which one is about to become the other? */
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

int ort_range_part(struct ort_structure *s, const struct ort_fact *f, uint32_t home,
                   uint32_t context) {
    if (!f->each || f->low > f->high) return 0;
    uint64_t key = ort_range_key(f->first, f->first_age);
    uint32_t i = ort_fact_find(&s->table, home, context, key, 0);
    if (i)
        ort_range_join(&s->table.facts[i - 1], f);
    else if ((i = ort_fact_add(&s->table, &s->activities[home].facts, home, context, key, 0)))
        ort_range_take(&s->table.facts[i - 1], f);
    else
        return 0;
    s->table.facts[i - 1].order = (uint32_t)f->key;
    return 1;
}

/* One array may be the first one of both: the input of its links became another one meanwhile. */
void ort_range_unite(struct ort_structure *s, struct ort_fact *into, const struct ort_fact *from) {
    if (into->each && (into->low > into->high || on_one_scale(into, from)))
        ort_range_join(into, from);
    else
        ort_range_part(s, from, into->home, into->context);
}

/* Returns the scale of the array that f's was copied to, or 0. */
static uint32_t scale_after(const struct ort_fact *f) {
    const struct ort_graph_vertex *x = array_of(f);
    ort_vertex to = x ? x->array.copied_to : 0;
    return to && ort_graph_alive(to, x->array.copied_age) ? ort_graph_scale(to) : 0;
}

/* Joins the range with one before it, or lists it. */
static void list_range(struct ort_structure *s, uint32_t i) {
    struct ort_fact *f = &s->table.facts[i - 1];
    uint32_t scales[] = {ort_graph_same_scale(f->scale), scale_after(f)};
    for (int k = 0; k < 2 && scales[k]; k++) {
        uint64_t *fact = ort_key_value(&s->scales, (uint64_t)f->context << 32 | scales[k]);
        if (!fact) return;
        struct ort_fact *before = *fact ? &s->table.facts[*fact - 1] : NULL;
        if (before && before != f && on_one_scale(before, f)) {
            ort_range_join(before, f);
            f->low = UINT64_MAX;
            return;
        }
        if (!before) *fact = i;
    }
}

void ort_ranges_add(struct ort_structure *s, uint32_t home) {
    uint32_t *at = &s->activities[home].facts, n = 0;
    for (uint32_t i = *at; i; i = s->table.facts[i - 1].next)
        n += (s->table.facts[i - 1].key & ORT_KEY_RANGE) != 0;
    if (!n) return;
    ort_keys_begin(&s->scales);
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
