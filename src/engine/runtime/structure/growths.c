/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * growths.c: finds arrays that grew by copying.
 *
 * An array is examined if it was the first or the last one of its input that the home accessed: of
 * a chain of arrays that are already one input, the end. What is found is resolved backwards, so
 * that all arrays of a chain get the key of the last one.
 */
#include "growths.h"
#include "engine/runtime/graph/graph_parts.h"
#include "engine/runtime/system/private_memory.h"

#define MOST_GROWTHS 512u

#define KEY_SCALE (1ull << 43) /* keeps these keys apart from those of facts */

/* Collects from the home's facts when each input was accessed last, by key, and up to which byte
 * from its beginning each array was, by scale. Returns 0, or -1. */
static int note_reached(struct ort_structure *s, uint32_t list) {
    ort_keys_begin(&s->reached);
    for (uint32_t i = list; i; i = s->table.facts[i - 1].next) {
        const struct ort_fact *f = &s->table.facts[i - 1];
        uint64_t last = f->last_access > f->last_below ? f->last_access : f->last_below;
        uint64_t *latest = last ? ort_key_value(&s->reached, f->key) : NULL;
        if (latest && last > *latest) *latest = last;
        if (!f->each || f->low > f->high) continue;
        uint64_t *end = ort_key_value(&s->reached, KEY_SCALE | ort_graph_same_scale(f->scale));
        if (!end) return -1;
        if (f->high > *end) *end = f->high;
    }
    return 0;
}

static void add(struct ort_structure *s, uint32_t list, const struct ort_fact *f, ort_vertex b,
                int *is_noted) {
    struct ort_copying when;
    ort_vertex a = ort_graph_larger(b, &when);
    if (!a || when.thread != s->thread || s->n_growths == MOST_GROWTHS) return;
    if (f->last_access > when.accesses || f->last_below > when.accesses) return; /* most facts */
    uint32_t to = ort_graph_input(a), from = (uint32_t)f->key;
    for (uint32_t i = 0; i < s->n_growths; i++)
        if (s->growths[i].from == from) return;
    if (to == from || ort_graph_vertex_type(a) != ort_graph_vertex_type(b)) return;
    uint64_t bytes = ort_block_at(ort_vertex_at(b)->array.block)->bytes;
    if (!*is_noted && note_reached(s, list) < 0) return;
    *is_noted = 1;
    const uint64_t *latest = ort_key_find(&s->reached, f->key);
    if (latest && *latest > when.accesses) return;
    const uint64_t *end = ort_key_find(&s->reached, KEY_SCALE | ort_graph_scale(a));
    if (!end || *end < bytes) return;
    uint32_t i = s->n_growths++;
    for (; i && s->growths[i - 1].accesses > when.accesses; i--) s->growths[i] = s->growths[i - 1];
    s->growths[i] = (struct ort_growth){when.accesses, from, to, a, b};
}

uint32_t ort_growths_input(const struct ort_structure *s, uint32_t input) {
    for (uint32_t i = 0; i < s->n_growths; i++)
        if (s->growths[i].from == input) return s->growths[i].to;
    return input;
}

uint32_t ort_growths_find(struct ort_structure *s, uint32_t home) {
    struct ort_activity *a = &s->activities[home];
    s->n_growths = 0;
    if (a->copyings == ort_graph_copyings) return 0;
    if (!s->growths) s->growths = ort_private_array(NULL, 0, MOST_GROWTHS, sizeof *s->growths);
    int is_noted = 0;
    for (uint32_t i = s->growths ? a->facts : 0; i; i = s->table.facts[i - 1].next) {
        const struct ort_fact *f = &s->table.facts[i - 1];
        if (f->form != ORDO_FORM_ARRAY || f->type || f->key & ORT_KEY_MANY) continue;
        if (ort_graph_same((uint32_t)f->key) != f->key) continue;
        if (ort_graph_alive(f->last, f->last_age)) add(s, a->facts, f, f->last, &is_noted);
        if (f->first != f->last && ort_graph_alive(f->first, f->first_age))
            add(s, a->facts, f, f->first, &is_noted);
    }
    for (uint32_t i = s->n_growths; i-- > 0;) {
        struct ort_growth *g = &s->growths[i];
        ort_graph_join_scales(g->larger, g->array);
        for (uint32_t k = i + 1; k < s->n_growths; k++)
            if (s->growths[k].from == g->to) g->to = s->growths[k].to;
    }
    return s->n_growths;
}
