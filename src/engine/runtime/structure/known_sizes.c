/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * known_sizes.c: compares, for each input of a home, the greatest size that was measured with the
 * most elements that lived at once since the home first accessed the input.
 *
 * The period of the fact that was made first is that of the home. Those of the other facts lie
 * within it, so what they began with counts.
 */
#include "known_sizes.h"
#include "engine/runtime/graph/graph_parts.h"

enum { GREATEST, EARLIEST, PEAK, FORM };     /* what is kept for each input */
enum { OF_STRUCTURE, OF_TABLE, OF_CONTENT }; /* its form: what its elements are */

static uint64_t *kept(struct ort_structure *s, const struct ort_fact *f, int what) {
    return ort_key_value(&s->known_sizes, f->key << 2 | (uint64_t)what);
}

static int is_input(const struct ort_fact *f) {
    return f->key && !f->type && !(f->key & (ORT_KEY_STREAM | ORT_KEY_MANY | ORT_KEY_RANGE));
}

/* Makes all facts of an input count bytes if one does. If the home has `missed` something and no
 * fact does, one may have to: then the sizes of tables of bytes are not known. */
static void find_bytes(struct ort_structure *s, uint32_t list, int missed) {
    int any = 0, differ = 0;
    for (uint32_t i = list; i; i = s->table.facts[i - 1].next) {
        const struct ort_fact *f = &s->table.facts[i - 1];
        any |= f->counts_bytes;
        differ |= f->all_elements > f->elements;
    }
    if (!differ || !(any | missed)) return;
    ort_keys_begin(&s->known_sizes);
    for (uint32_t i = list; i; i = s->table.facts[i - 1].next) {
        const struct ort_fact *f = &s->table.facts[i - 1];
        uint64_t *counts = f->counts_bytes ? ort_key_value(&s->known_sizes, f->key) : NULL;
        if (counts) *counts = 1;
    }
    for (uint32_t i = list; i; i = s->table.facts[i - 1].next) {
        struct ort_fact *f = &s->table.facts[i - 1];
        const uint64_t *counts = ort_key_find(&s->known_sizes, f->key);
        if (counts && *counts)
            f->counts_bytes = 1;
        else if (missed && f->all_elements > f->elements)
            f->measured &= ORT_KNOWS_USED;
    }
}

/* Returns 0 without memory. */
static int note_fact(struct ort_structure *s, uint32_t i, int missed) {
    const struct ort_fact *f = &s->table.facts[i - 1];
    uint64_t *greatest = kept(s, f, GREATEST), elements = ort_fact_elements(f);
    if (greatest && elements > *greatest) *greatest = elements;
    uint64_t *form = greatest ? kept(s, f, FORM) : NULL;
    int array = f->form == ORDO_FORM_ARRAY || f->mixed;
    int bytes = f->all_elements > f->elements && (f->counts_bytes | missed);
    int content = f->mixed || bytes || ort_type_is_content(ort_graph_type_of(f->began_as));
    uint64_t of = !array ? OF_STRUCTURE : content ? OF_CONTENT : OF_TABLE;
    if (form && of > *form) *form = of;
    uint64_t *earliest = form ? kept(s, f, EARLIEST) : NULL;
    if (!earliest) return 0;
    if (!*earliest || f->order < s->table.facts[*earliest - 1].order) *earliest = i;
    return 1;
}

static uint64_t of_form(struct ort_structure *s, const struct ort_fact *f, struct ort_peak peak) {
    const uint64_t *form = kept(s, f, FORM);
    if (!form || *form == OF_CONTENT) return peak.all;
    return *form == OF_TABLE ? peak.table : peak.structs;
}

static void note_peak(struct ort_structure *s, uint32_t i) {
    const struct ort_fact *f = &s->table.facts[i - 1];
    uint64_t now = of_form(s, f, ort_population_peak((uint32_t)f->key));
    uint64_t before = f->has_period ? of_form(s, f, f->before) : UINT64_MAX;
    const uint64_t *earliest = kept(s, f, EARLIEST);
    uint64_t most = earliest && *earliest == i && f->has_period ? now : before > now ? before : now;
    uint64_t *peak = kept(s, f, PEAK);
    if (peak && most > *peak) *peak = most;
}

/* The sizes of an array without links are its room, and what was used of it. */
static int is_plain_array(const struct ort_fact *f) {
    return f->form == ORDO_FORM_ARRAY && !f->references && f->elements == f->capacity;
}

void ort_known_sizes_find(struct ort_structure *s, uint32_t home, int partial) {
    uint32_t list = s->activities[home].facts, unknown = 0;
    int missed = partial || s->activities[home].ignores;
    find_bytes(s, list, missed);
    for (uint32_t i = list; i; i = s->table.facts[i - 1].next) {
        struct ort_fact *f = &s->table.facts[i - 1];
        if (!is_input(f)) continue;
        if (partial) f->measured = 0;
        unknown += f->measured != ORT_KNOWS_ALL;
    }
    if (!unknown) return;
    ort_keys_begin(&s->known_sizes);
    for (uint32_t i = list; i; i = s->table.facts[i - 1].next)
        if (is_input(&s->table.facts[i - 1]) && !note_fact(s, i, missed)) return;
    for (uint32_t i = list; i; i = s->table.facts[i - 1].next)
        if (is_input(&s->table.facts[i - 1])) note_peak(s, i);
    for (uint32_t i = list; i; i = s->table.facts[i - 1].next) {
        struct ort_fact *f = &s->table.facts[i - 1];
        if (!is_input(f) || f->measured == ORT_KNOWS_ALL) continue;
        const uint64_t *greatest = kept(s, f, GREATEST);
        uint64_t most = greatest ? *greatest : 0; /* the next look-up may move it */
        const uint64_t *peak = kept(s, f, PEAK);
        if (!peak || most < *peak) continue;
        f->measured |= ORT_KNOWS_ELEMENTS;
        int all = !partial && is_plain_array(f) && f->elements == most;
        if (all && f->measured & ORT_KNOWS_USED) f->measured = ORT_KNOWS_ALL;
    }
}
