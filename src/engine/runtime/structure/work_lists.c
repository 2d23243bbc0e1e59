/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * work_lists.c: an array that is read and written beside the links of the objects in it.
 */
#include "work_lists.h"
#include "engine/runtime/graph/graph_parts.h"

int ort_work_list_is(ort_vertex v) {
    const struct ort_graph_vertex *x = ort_vertex_at(v);
    return x->flags & ORT_VERTEX_ARRAY && ort_block_at(x->array.block)->local &&
           ort_graph_type_of(x->type)->flags & ORDO_TYPE_POINTER;
}

void ort_work_list_settle(struct ort_structure *s, struct ort_fact *f) {
    if (!f->work_list || f->form != ORDO_FORM_ARRAY) return;
    uint64_t reads = 0, writes = 0, creations = 0;
    const struct ort_fact *most = NULL;
    for (uint32_t i = s->activities[f->home].facts; i; i = s->table.facts[i - 1].next) {
        const struct ort_fact *k = &s->table.facts[i - 1];
        if (!k->type || k->type == f->of || k->key != f->key || k->context != f->context) continue;
        reads += k->reads;
        writes += k->writes;
        creations += k->creations;
        int linked = (ort_graph_type_of(k->type)->flags & ORDO_TYPE_LINKED) != 0;
        if (linked && k->reads + k->writes && (!most || k->elements > most->elements)) most = k;
    }
    if (!most) return;
    f->form = ORDO_FORM_STRUCTURE;
    f->began_as = f->of = most->type;
    f->reads = reads;
    f->writes = writes;
    f->creations = creations;
    f->used = f->used_beside = f->capacity = 0;
    f->each = 0;
}
