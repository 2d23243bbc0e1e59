/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * An array is looked at when it was the first or the last one of its input that the home accessed:
 * of a chain of arrays that were one already, its end. What is found is sorted out backwards, so
 * that all arrays of a chain have the key of the last one.
 */
#include "growths.h"
#include "graph_parts.h"
#include "private_memory.h"

#define MOST_GROWTHS 512u

/* Was one of the home's arrays on that scale accessed at or past `bytes` from its beginning? */
static int reaches(const struct ort_structure *s, uint32_t list, uint32_t scale, uint64_t bytes) {
    for (uint32_t i = list; i; i = s->table.facts[i - 1].next) {
        const struct ort_fact *f = &s->table.facts[i - 1];
        if (f->each && f->low <= f->high && f->high >= bytes &&
            ort_graph_same_scale(f->scale) == scale)
            return 1;
    }
    return 0;
}

static uint64_t latest_access(const struct ort_structure *s, uint32_t list, uint64_t key) {
    uint64_t latest = 0;
    for (uint32_t i = list; i; i = s->table.facts[i - 1].next) {
        const struct ort_fact *f = &s->table.facts[i - 1];
        if (f->key != key) continue;
        if (f->last_access > latest) latest = f->last_access;
        if (f->last_below > latest) latest = f->last_below;
    }
    return latest;
}

static void add(struct ort_structure *s, uint32_t list, const struct ort_fact *f, ort_vertex b) {
    struct ort_copying when;
    ort_vertex a = ort_graph_larger(b, &when);
    if (!a || when.thread != s->thread || s->n_growths == MOST_GROWTHS) return;
    uint32_t to = ort_graph_input(a), from = (uint32_t)f->key;
    for (uint32_t i = 0; i < s->n_growths; i++)
        if (s->growths[i].from == from) return;
    if (to == from || ort_graph_vertex_type(a) != ort_graph_vertex_type(b)) return;
    uint64_t bytes = ort_block_at(ort_vertex_at(b)->array.block)->bytes;
    if (latest_access(s, list, f->key) > when.accesses) return;
    if (!reaches(s, list, ort_graph_scale(a), bytes)) return;
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
    for (uint32_t i = s->growths ? a->facts : 0; i; i = s->table.facts[i - 1].next) {
        const struct ort_fact *f = &s->table.facts[i - 1];
        if (f->form != ORDO_FORM_ARRAY || f->type || f->key & ORT_KEY_MANY) continue;
        if (ort_graph_same((uint32_t)f->key) != f->key) continue;
        if (ort_graph_alive(f->last, f->last_age)) add(s, a->facts, f, f->last);
        if (f->first != f->last && ort_graph_alive(f->first, f->first_age))
            add(s, a->facts, f, f->first);
    }
    for (uint32_t i = s->n_growths; i-- > 0;) {
        struct ort_growth *g = &s->growths[i];
        ort_graph_join_scales(g->larger, g->array);
        for (uint32_t k = i + 1; k < s->n_growths; k++)
            if (s->growths[k].from == g->to) g->to = s->growths[k].to;
    }
    return s->n_growths;
}
